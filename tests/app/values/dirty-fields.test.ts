import { expect, test } from 'vitest';
import { freshSettings } from '../../../src/app/state/projects.ts';
import { listDirtyFields } from '../../../src/app/values/dirty-fields.ts';
import type { ProjectSettings } from '../../../src/contract/http/projects.ts';
import type { ModelMaterial } from '../../../src/contract/scene/dressed-material.ts';
import { makeModelMaterial } from '../../support/library-items.ts';
import { makeView } from '../../support/saved-view.ts';

test('a fresh address of a texture, and where the camera stands, are no edits, nor is a view’s picture; a colour is one', () => {
  const view = makeView(1);
  const saved = {
    ...freshSettings('Chair'),
    model_materials: [makeModelMaterial(0)],
    camera_views: [view],
  };
  const camera = {
    position: [0, 0, 9] as [number, number, number],
    target: [0, 0, 0] as [number, number, number],
    up: [0, 1, 0] as [number, number, number],
    quaternion: [0, 0, 0, 1] as [number, number, number, number],
    fovDegrees: 45,
  };
  const looked = {
    ...saved,
    model_materials: [makeModelMaterial(0, { texturePath: '/files/a?signature=today' })],
    render_settings: { ...saved.render_settings, camera },
    camera_views: [{ ...view, thumbnail: 'data:image/webp;base64,UklGRg==' }],
  };
  expect(listDirtyFields(looked, saved)).toEqual([]);
  const dyed = { ...saved, model_materials: [{ ...saved.model_materials[0]!, color: '#ff0000' }] };
  expect(listDirtyFields(dyed, saved)).toEqual(['model_materials']);
  expect(listDirtyFields({ ...saved, camera_views: [{ ...view, timestamp: 9_000 }] }, saved)).toEqual([
    'camera_views',
  ]);
});

const clean: ProjectSettings = { ...freshSettings('Chair'), model_materials: [makeModelMaterial(0)] };
const dress = (change: Partial<ModelMaterial>): Partial<ProjectSettings> => ({
  model_materials: [{ ...clean.model_materials[0]!, ...change }],
});
const look = (change: Partial<ProjectSettings['render_settings']>): Partial<ProjectSettings> => ({
  render_settings: { ...clean.render_settings, ...change },
});
const hash = 'a'.repeat(64) as ModelMaterial['textureHash'];

/** S3 4, "Dirty flag and save". */
test.each<[trigger: string, change: Partial<ProjectSettings>, field: keyof ProjectSettings]>([
  ['material assigned', dress({ libraryId: 5 as ModelMaterial['libraryId'] }), 'model_materials'],
  ['material property changed: colour', dress({ color: '#ff0000' }), 'model_materials'],
  ['material property changed: texture', dress({ textureHash: hash }), 'model_materials'],
  ['material property changed: metalness', dress({ metalness: 0.5 }), 'model_materials'],
  ['material property changed: roughness', dress({ roughness: 0.5 }), 'model_materials'],
  ['material updated', dress({ name: 'Seat' }), 'model_materials'],
  ['model upload needed', { model_hash: hash }, 'model_hash'],
  ['background removed', { background_color: null }, 'background_color'],
  ['object visibility', look({ hidden_nodes: [3] }), 'render_settings'],
  ['a watched key: prompt', { positive_prompt: 'oak' }, 'positive_prompt'],
  ['a watched key: creativity', { creativity: 0.6 }, 'creativity'],
  ['a watched key: seed', { seed: '7' }, 'seed'],
  ['a watched key: style', { style_id: 2 as ProjectSettings['style_id'] }, 'style_id'],
])('%s makes the project dirty, and taking it back clean', (_trigger, change, field) => {
  expect(listDirtyFields({ ...clean, ...change }, clean)).toEqual([field]);
  expect(listDirtyFields({ ...clean }, clean)).toEqual([]);
});

test.each([
  [0.000_1, []],
  [0.000_11, ['model_materials']],
] as const)('numbers of materials count from 0.0001 on: %f', (step, fields) => {
  const [saved, now] = [0.5, 0.5 + step].map((roughness) => ({ ...clean, ...dress({ roughness }) }));
  expect(listDirtyFields(now!, saved!)).toEqual(fields);
});
