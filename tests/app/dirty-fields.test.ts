import { expect, test } from 'vitest';
import { listDirtyFields } from '../../src/app/dirty-fields.ts';
import { defaultSettings } from '../../src/app/features/projects/state.ts';
import { makeModelMaterial } from '../support/library-items.ts';
import { makeView } from '../support/saved-view.ts';

test('a fresh address of a texture, and where the camera stands, are no edits, nor is a view’s picture; a colour is one', () => {
  const view = makeView(1);
  const saved = {
    ...defaultSettings('Chair'),
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
