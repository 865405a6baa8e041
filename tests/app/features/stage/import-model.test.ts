import { beforeEach, expect, test } from 'vitest';
import type { App } from '../../../../src/app/app.ts';
import { loadActiveProject } from '../../../../src/app/features/projects/load-active-project.ts';
import { importModel } from '../../../../src/app/features/stage/import-model.ts';
import { MAX_MODEL_BYTES } from '../../../../src/contract/constants.ts';
import { AppError } from '../../../../src/contract/failure.ts';
import { makeBoxes } from '../../../support/box-model.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp } from '../../../support/fake-outside.ts';

let app: App;

beforeEach(async () => {
  app = createTestApp(createFakeOutside(createFakeServer()));
  await loadActiveProject(app, 7, 'New');
});

const chair = (): Uint8Array<ArrayBuffer> =>
  new Uint8Array(makeBoxes([{ name: 'Seat', size: [1, 1, 1], centre: [0, 0, 0] }]));

async function refuse(file: File): Promise<string> {
  const error: unknown = await importModel(app, file, new AbortController().signal).catch((reason) => reason);
  return error instanceof AppError ? error.failure.code : `not refused: ${String(error)}`;
}

test('a dropped model is kept on this device and becomes the project’s model, and back', async () => {
  await importModel(app, new File([chair()], 'chair.glb'), new AbortController().signal);
  const { settings } = app.state.project;
  const hash = settings.model_hash!;
  expect(settings).toMatchObject({ model_name: 'chair.glb', model_materials: [], camera_views: [] });
  expect((await app.storage.get(hash))?.size).toBe(chair().byteLength);
  expect(await app.db.models.get(hash)).toMatchObject({ name: 'chair.glb', report: { triangleCount: 12 } });
  app.commands.undo();
  expect(app.state.project.settings.model_hash).toBeNull();
});

test('what is refused leaves project, stage and device as they were', async () => {
  await importModel(app, new File([chair()], 'chair.glb'), new AbortController().signal);
  const before = JSON.stringify(app.state.project.settings);
  const kept = await app.storage.list();
  const huge = new File([chair()], 'huge.glb');
  Object.defineProperty(huge, 'size', { value: MAX_MODEL_BYTES + 1 });
  expect(await refuse(new File([], 'empty.glb'))).toBe('file-empty');
  expect(await refuse(new File(['solid'], 'part.stl'))).toBe('file-format-unsupported');
  expect(await refuse(new File(['x'], 'README'))).toBe('file-format-unsupported');
  expect(await refuse(huge)).toBe('file-too-large');
  expect(await refuse(new File(['not a model'], 'broken.glb'))).toBe('model-unreadable');
  expect(await refuse(new File([chair().slice(0, 200)], 'cut.glb'))).toBe('model-unreadable');
  expect(JSON.stringify(app.state.project.settings)).toBe(before);
  expect(await app.storage.list()).toEqual(kept);
  expect(app.state.stage.load).toBeNull();
});

test('a cancelled import changes nothing', async () => {
  const controller = new AbortController();
  const importing = importModel(app, new File([chair()], 'chair.glb'), controller.signal);
  controller.abort();
  await expect(importing).rejects.toMatchObject({ name: 'AbortError' });
  expect(app.state.project.settings.model_hash).toBeNull();
});
