import { beforeEach, expect, test } from 'vitest';
import type { App } from '../../../src/app/core/app.ts';
import { currentSettings } from '../../../src/app/core/edit-settings.ts';
import { loadActiveProject } from '../../../src/app/features/projects/load-active-project.ts';
import { importModel } from '../../../src/app/features/stage/import-model.ts';
import { chooseUpAxis } from '../../../src/app/scene/choose-up-axis.ts';
import { standModel } from '../../../src/app/scene/stand-model.ts';
import type { ModelReport } from '../../../src/contract/model-report.ts';
import { makeArrow, makeBoxes, makeTurned } from '../../support/box-model.ts';
import { createFakeServer } from '../../support/fake-http.ts';
import { createFakeOutside, createTestApp, until } from '../../support/fake-outside.ts';

/** Hangs from the origin, so that Z is likely but not sure. */
const LAMP = makeTurned(
  [
    [0.02, 0],
    [0.02, -1],
    [0.1, -1],
    [0.5, -1.6],
    [0, -1.6],
  ],
  'z',
);
const CAR = makeBoxes([{ size: [1.8, 1.5, 4.5], centre: [0, 0, 0] }], { extras: { source: 'obj' } });
let app: App;

beforeEach(async () => {
  app = createTestApp(createFakeOutside(createFakeServer()));
  await loadActiveProject(app, 7, 'New');
});

async function give(glb: Uint8Array): Promise<ModelReport> {
  const files = [{ path: 'model.glb', file: new Blob([new Uint8Array(glb)]) }];
  const { row } = await importModel(app, files, new AbortController().signal);
  return row.report;
}
const toasts = () => app.toasts.queue.visibleToasts.map(({ content }) => content);
/** Which file axis points up on the stage, and which to its front. */
function standing(): { up: number[]; front: number[] } {
  const m = currentSettings(app).model_normalisation ?? [];
  const row = (index: number) => [0, 4, 8].map((column) => Math.sign(m[column + index] ?? 0));
  return { up: row(1), front: row(2) };
}

test('a doubtful lamp stands as it was made until the person stands it upright; undo takes it back', async () => {
  const report = await give(LAMP);
  expect(standing().up).toEqual([0, 1, 0]);
  expect(toasts()).toEqual([]);
  chooseUpAxis(app, 'X_UP');
  standModel(app, report, 'upright');
  expect(standing().up).toEqual([0, 0, 1]);
  expect(currentSettings(app).render_settings.up_axis).toBe('Y_UP');
  app.commands.undo();
  expect(standing().up).toEqual([0, 1, 0]);
  expect(currentSettings(app).render_settings.up_axis).toBe('X_UP');
});

test('a sure conversion is told, and its toast takes it back', async () => {
  const report = await give(makeArrow('z'));
  expect(standing().up).toEqual([0, 0, 1]);
  const [toast] = toasts();
  expect(toast?.title).toBe('The file is Z-up: the model was stood upright.');
  toast?.action?.run();
  expect(standing().up).toEqual([0, 1, 0]);
  standModel(app, report, 'detected');
  expect(standing().up).toEqual([0, 0, 1]);
});

test('the quarter turn of a vehicle is told, and its toast takes it back', async () => {
  await give(CAR);
  // +90 degrees about Y: what lay along z lies along x.
  expect(standing()).toEqual({ up: [0, 1, 0], front: [-1, 0, 0] });
  const [toast] = toasts();
  expect(toast?.action?.label).toBe('Take the quarter turn back');
  toast?.action?.run();
  expect(standing()).toEqual({ up: [0, 1, 0], front: [0, 0, 1] });
});

test('the toast goes with its model', async () => {
  await give(CAR);
  expect(toasts()).toHaveLength(1);
  await give(LAMP);
  await until(() => toasts().length === 0);
});

test('what stands so already, or is another model, is left alone', async () => {
  const report = await give(makeArrow('z'));
  const before = JSON.stringify(currentSettings(app));
  standModel(app, report, 'detected');
  standModel(app, report, 'upright');
  expect(JSON.stringify(currentSettings(app))).toBe(before);
  await give(LAMP);
  const other = JSON.stringify(currentSettings(app));
  standModel(app, report, 'as-made');
  expect(JSON.stringify(currentSettings(app))).toBe(other);
});
