import { expect, test, vi } from 'vitest';
import { currentSettings } from '../../../src/app/core/edit-settings.ts';
import { describeDeviceRender } from '../../../src/app/features/device/describe-device-render.ts';
import { importModel } from '../../../src/app/features/stage/import-model.ts';
import { describeScene } from '../../../src/app/scene/describe-scene.ts';
import { isOrderedSince } from '../../../src/app/state/edit.ts';
import { takeRecipe } from '../../../src/app/stories/take-recipe.ts';
import type { DeviceRenderRow } from '../../../src/app/values/device-render.ts';
import { RenderId } from '../../../src/contract/ids.ts';
import { makeRecipe } from '../../support/ai-recipe.ts';
import { makeBoxes } from '../../support/box-model.ts';
import { createFakeServer } from '../../support/fake-http.ts';
import { createFakeOutside, createTestApp } from '../../support/fake-outside.ts';
import { createFakeViewer } from '../../support/fake-viewer.ts';

test('pictures that are ordered after the start of the editor are told from those before, whoever draws them', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  const app = createTestApp(createFakeOutside(createFakeServer()));
  app.viewer.current = createFakeViewer();
  app.state.project.status = 'ready';
  const chair = new File(
    [new Uint8Array(makeBoxes([{ name: 'Seat', size: [1, 1, 1], centre: [0, 0, 0] }]))],
    'chair.glb',
  );
  const signal = new AbortController().signal;
  const { row: model } = await importModel(app, [{ path: chair.name, file: chair }], signal);
  app.state.stage.modelHash = model.hash;
  const recipe = makeRecipe({ scene: await describeScene(app, model, currentSettings(app)) });
  const order = (key: string, createdAt: number): DeviceRenderRow => ({
    key,
    userId: 7,
    projectKey: '',
    recipe,
    state: 'finished',
    images: [],
    warnings: [],
    createdAt,
    finishedAt: createdAt,
    failure: null,
  });
  const drawn = (row: DeviceRenderRow, id: number) => describeDeviceRender(row, id, () => null);
  const byServer = (id: number) => ({ ...drawn(earlier, id), made_on_device: false });
  const earlier = order('earlier', 2_000);
  await app.db.deviceRenders.add(earlier);
  const base = { renderId: RenderId.parse(40), title: 'Chair', image: '', recipe, imageIndex: 0 };
  await takeRecipe(app, base, false);

  // This device's clock has been put back since.
  const later = order('later', 1_000);
  const { edit } = app.state;
  expect(edit.base).toMatchObject({ title: 'Chair' });
  expect(
    [drawn(later, -2), drawn(later, 42), byServer(41)].map((one) => isOrderedSince(one, edit, null)),
  ).toEqual([true, true, true]);
  // Sent only now, it has a number that is higher than all before.
  expect(
    [drawn(earlier, -1), drawn(earlier, 43), byServer(40)].map((one) => isOrderedSince(one, edit, null)),
  ).toEqual([false, false, false]);
  // The server never has a time that is ahead of its own.
  const atServer = { ...drawn(earlier, 43), created_at: new Date(0).toISOString() };
  expect(isOrderedSince(atServer, edit, 'earlier')).toBe(false);
  expect(isOrderedSince({ ...atServer, created_at: drawn(earlier, 1).created_at }, edit, 'later')).toBe(true);
});
