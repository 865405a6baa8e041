import { expect, test } from 'vitest';
import { planUpload } from '../../../src/app/features/libraries/plan-upload.ts';
import { meetPicture } from '../../../src/app/stories/meet-picture.ts';
import type { ModelRow } from '../../../src/app/values/model-table.ts';
import { ContentHash } from '../../../src/contract/ids.ts';
import { createFakeViewer } from '../../support/fake-viewer.ts';
import { createMaterialApp } from '../../support/material-app.ts';

const HASH = ContentHash.parse('b2'.repeat(32));
const picture = (path: string) => ({ path, file: new Blob(['pixels']) });

async function open(warnings: readonly object[] = []) {
  const { app, report } = createMaterialApp();
  const row = { hash: HASH, name: 'chair.glb', report: { ...report, warnings } };
  await app.db.run(() => app.db.models.put(row as unknown as ModelRow));
  app.viewer.current = createFakeViewer({ partAt: () => ({ nodeIndex: 0, materialIndex: 1 }) });
  app.state.stage.modelHash = app.state.project.settings.model_hash = HASH;
  return app;
}

test('a picture that comes by itself is met with the material of the part under it', async () => {
  const app = await open();
  const met = await meetPicture(app, [picture('photos/Sky.JPG')], [40, 40]);
  expect(met?.file).toMatchObject({ name: 'Sky.JPG', type: 'image/jpeg' });
  expect(met?.row?.name).toBe('Legs');
  expect((await meetPicture(app, [picture('sky.webp')], null))?.row).toBeNull();
});

test('several files, other files, and a picture that the model lacks or that finds no model are left to the model', async () => {
  const app = await open();
  expect(await meetPicture(app, [picture('a.png'), picture('b.png')], null)).toBeNull();
  expect(await meetPicture(app, [picture('chair.glb')], null)).toBeNull();
  const lacking = await open([{ kind: 'missing-file', uri: 'sky.jpg' }]);
  expect(await meetPicture(lacking, [picture('sky.jpg')], null)).toBeNull();
  app.state.stage.modelHash = null;
  expect(await meetPicture(app, [picture('sky.jpg')], null)).toBeNull();
});

test('a map that no browser reads is named beside those that are, also where only the colour is left', async () => {
  const app = await open();
  const all = ['Oak/oak_Color.jpg', 'Oak/oak_NormalGL.exr', 'Oak/oak_Roughness.TIF', 'Oak/notes.txt'];
  const met = await meetPicture(app, all.map(picture), null);
  expect(met?.set?.map(({ file }) => file.name)).toEqual([
    'oak_Color.jpg',
    'oak_NormalGL.exr',
    'oak_Roughness.TIF',
  ]);
  expect(planUpload(met?.set ?? [], [], 'material')).toMatchObject({
    pictures: [{ file: { name: 'oak_Color.jpg' } }],
    leftOut: ['oak_NormalGL.exr', 'oak_Roughness.TIF'],
  });
  expect(await meetPicture(app, [picture('a.png'), picture('b.exr')], null)).toBeNull();
});

test('maps of one material that come together are met as such, beside other pictures but not beside a model', async () => {
  const app = await open();
  const maps = [picture('Oak/oak_Color.jpg'), picture('Oak/oak_NormalGL.jpg'), picture('Oak/readme.txt')];
  const met = await meetPicture(app, maps, [40, 40]);
  expect(met?.set?.map(({ file, folder }) => [file.name, folder])).toEqual([
    ['oak_Color.jpg', 'Oak'],
    ['oak_NormalGL.jpg', 'Oak'],
  ]);
  expect(met?.row?.name).toBe('Legs');
  expect(await meetPicture(app, [...maps, picture('chair.gltf')], null)).toBeNull();
  const lacking = await open([{ kind: 'missing-file', uri: 'oak_Color.jpg' }]);
  expect(await meetPicture(lacking, maps, null)).toBeNull();
});
