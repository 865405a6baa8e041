import { expect, test, vi } from 'vitest';
import { carryMaterial } from '../../../src/app/stories/carry-material.ts';
import type { ModelRow } from '../../../src/app/values/model-table.ts';
import { ContentHash } from '../../../src/contract/ids.ts';
import { createFakeViewer } from '../../support/fake-viewer.ts';
import { makeLibraryItem } from '../../support/library-items.ts';
import { createMaterialApp } from '../../support/material-app.ts';

const HASH = ContentHash.parse('b2'.repeat(32));

/** A model of a seat and legs on a stage of 320 px; its left half is the seat, its right half the legs, its top nothing. */
async function open() {
  const { app, report } = createMaterialApp();
  await app.db.run(() => app.db.models.put({ hash: HASH, name: 'chair.glb', report } as unknown as ModelRow));
  const viewer = createFakeViewer({
    partAt: (x: number, y: number) => (y < 100 ? null : { nodeIndex: 0, materialIndex: x < 160 ? 0 : 1 }),
  });
  app.viewer.current = viewer;
  app.state.stage.modelHash = app.state.project.settings.model_hash = HASH;
  app.state.shell.modal = { kind: 'library', assetType: 'material', materialId: null };
  const worn = () =>
    app.state.project.settings.model_materials.map(({ name, libraryId }) => [name, libraryId]);
  return { app, worn };
}

test('what would wear the material is lit under the pointer and named, and only there', async () => {
  const { app } = await open();
  const { stage } = app.state;
  const carry = carryMaterial(app, makeLibraryItem(5), 400, 400);
  expect(stage.carried).toMatchObject({ name: 'Item 5', over: null });
  carry?.moveTo(200, 200);
  await expect.poll(() => stage.carried?.over).toBe('Legs');
  expect(stage.lit).toEqual({ kind: 'material', materialIndex: 1 });
  carry?.moveTo(400, 200);
  await expect.poll(() => stage.lit).toBeNull();
  expect(stage.carried?.over).toBeNull();
  carry?.cancel();
});

test('dropped on a part it lies on it, as one step to undo, and the library has gone', async () => {
  const { app, worn } = await open();
  const carry = carryMaterial(app, makeLibraryItem(5), 400, 400);
  carry?.moveTo(100, 200);
  carry?.drop(200, 200);
  await expect.poll(worn).toEqual([['Legs', 5]]);
  const { stage, shell, project } = app.state;
  expect([stage.carried, stage.lit, shell.modal]).toEqual([null, null, null]);
  expect(project.undoLabel).toBe('Item 5 on Legs');
  app.commands.undo();
  expect(worn()).toEqual([]);
});

test.each([
  ['beside the model', (carry: ReturnType<typeof carryMaterial>) => carry?.drop(100, 50)],
  ['beside the stage', (carry: ReturnType<typeof carryMaterial>) => carry?.drop(900, 200)],
  ['given up over a part', (carry: ReturnType<typeof carryMaterial>) => carry?.cancel()],
])('%s it changes nothing, and the library is there again', async (_where, end) => {
  const { app, worn } = await open();
  const { stage, shell, project } = app.state;
  const carry = carryMaterial(app, makeLibraryItem(5), 400, 400);
  carry?.moveTo(100, 200);
  await expect.poll(() => stage.lit).not.toBeNull();
  end(carry);
  await expect.poll(() => stage.carried).toBeNull();
  expect([worn(), project.undoLabel, stage.lit]).toEqual([[], null, null]);
  expect(shell.modal?.kind).toBe('library');
});

test('dropped on a model that leaves for another one it changes nothing of that one', async () => {
  const { app, worn } = await open();
  const carry = carryMaterial(app, makeLibraryItem(5), 400, 400);
  carry?.moveTo(100, 200);
  await expect.poll(() => app.state.stage.carried?.over).toBe('Seat');
  app.state.project.settings.model_hash = ContentHash.parse('c3'.repeat(32));
  carry?.drop(100, 200);
  await expect.poll(() => app.state.stage.carried).toBeNull();
  expect([worn(), app.state.project.undoLabel]).toEqual([[], null]);
});

test('out of the Assets section it brings the stage along', async () => {
  const { app, worn } = await open();
  app.state.shell.modal = null;
  app.state.shell.place = 'assets';
  carryMaterial(app, makeLibraryItem(6), 0, 0)?.drop(100, 200);
  await expect.poll(worn).toEqual([['Seat', 6]]);
  expect(app.state.shell.place).toBe('create');
});

test('without a model, and where a picture hides the stage, nothing can be carried', async () => {
  const { app } = await open();
  app.state.shell.place = 'edit';
  expect(carryMaterial(app, makeLibraryItem(5), 0, 0)).toBeNull();
  app.state.shell.place = 'create';
  app.state.stage.modelHash = null;
  expect(carryMaterial(app, makeLibraryItem(5), 0, 0)).toBeNull();
});

test('dropped where the part cannot be told it says so, and nothing is carried any more', async () => {
  const { app, worn } = await open();
  const { stage } = app.state;
  const viewer = createFakeViewer({ partAt: () => Promise.reject(new Error('no answer')) });
  const working = app.viewer.current;
  app.viewer.current = viewer;
  const carry = carryMaterial(app, makeLibraryItem(5), 400, 400);
  carry?.moveTo(100, 200);
  await expect.poll(() => viewer.calls.length).toBe(1);
  app.viewer.current = working;
  await expect
    .poll(() => {
      carry?.moveTo(200, 200);
      return stage.carried?.over;
    })
    .toBe('Legs');
  app.viewer.current = viewer;
  const told = vi.spyOn(app.toasts, 'show');
  carry?.drop(200, 200);
  await expect.poll(() => stage.carried).toBeNull();
  expect([stage.lit, worn()]).toEqual([null, []]);
  await expect.poll(() => told.mock.calls.map(([kind]) => kind)).toEqual(['error']);
});
