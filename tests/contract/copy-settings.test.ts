import { expect, test } from 'vitest';
import { freshSettings } from '../../src/app/state/projects.ts';
import { copySettings } from '../../src/contract/copy-settings.ts';
import { MaterialId } from '../../src/contract/ids.ts';
import { ModelMaterial, UNDRESSED } from '../../src/contract/scene/dressed-material.ts';
import { makeView } from '../support/saved-view.ts';

test('a copy has ids of its own, and what names them follows', () => {
  const [shell, screw, gone] = ['a', 'b', 'c'].map((end) =>
    MaterialId.parse(`00000000-0000-4000-8000-00000000000${end}`),
  ) as [MaterialId, MaterialId, MaterialId];
  const view = makeView(1, { backend_id: 4 });
  const entry = (id: MaterialId, parentMaterialId: MaterialId | null): ModelMaterial =>
    ModelMaterial.parse({
      ...UNDRESSED,
      id,
      originalId: 'Shell',
      originalIndex: 0,
      name: 'Shell',
      parentMaterialId,
    });
  const settings = freshSettings('Lamp');
  settings.model_materials = [entry(shell, null), entry(screw, shell), entry(gone, gone)];
  settings.camera_views = [view];
  settings.render_settings.deleted_views = [{ uuid: view.uuid, timestamp: 1 }];
  settings.render_settings.material_selection = {
    selected: [screw],
    deselected: [MaterialId.parse('00000000-0000-4000-8000-00000000000d')],
    created_at: 1,
    updated_at: 2,
  };
  const before = structuredClone(settings);
  let count = 0;
  const copy = copySettings(settings, () => `00000000-0000-4000-8000-10000000000${count++}`);

  expect(settings).toEqual(before);
  const ids = copy.model_materials.map(({ id }) => id);
  expect(ids).toEqual([0, 1, 2].map((end) => `00000000-0000-4000-8000-10000000000${end}`));
  expect(copy.model_materials.map((one) => one.parentMaterialId)).toEqual([null, ids[0], ids[2]]);
  expect(copy.render_settings).toEqual({
    ...settings.render_settings,
    deleted_views: [],
    material_selection: { selected: [ids[1]], deselected: [], created_at: 1, updated_at: 2 },
  });
  expect(copy.camera_views).toEqual([
    { ...before.camera_views[0], uuid: '00000000-0000-4000-8000-100000000003', backend_id: null },
  ]);
});
