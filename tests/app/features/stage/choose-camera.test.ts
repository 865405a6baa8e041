import { expect, test } from 'vitest';
import { chooseCamera } from '../../../../src/app/features/stage/choose-camera.ts';
import type { View0 } from '../../../../src/app/model/view0.ts';
import { freshSettings } from '../../../../src/app/state/projects.ts';
import { IDENTITY_MATRIX } from '../../../../src/contract/constants.ts';
import { ContentHash } from '../../../../src/contract/ids.ts';
import type { CameraPose } from '../../../../src/contract/render-spec.ts';
import { makeView } from '../../../support/saved-view.ts';

const HASH = ContentHash.parse('a'.repeat(64));
const OTHER = 'b'.repeat(64);
const at = (x: number): CameraPose => ({
  position: [x, 0, 10],
  target: [0, 0, 0],
  up: [0, 1, 0],
  quaternion: [0, 0, 0, 1],
  fovDegrees: 45,
});
const view0 = (change: Partial<View0> = {}): View0 => ({
  pose: at(1),
  timestamp: 100,
  modelHash: HASH,
  modelUrl: null,
  projectKey: 'mine',
  version: '2.1.0',
  ...change,
});
const remote = (camera_at: number | null) => ({ camera: at(2), camera_at });
const first = makeView(1, { pose: at(11) });
const active = makeView(2, { pose: at(12), is_active: true, model_transform: [...IDENTITY_MATRIX] });
const hidden = makeView(0, { pose: at(10), order: -1 });

test.each([
  ['nothing is known: all of the model', null, {}, [], null],
  ['the device has one', view0(), {}, [first, active], 1],
  ['the device has another model’s', view0({ modelHash: OTHER }), {}, [], null],
  ['another model’s does not hide the project’s', view0({ modelHash: OTHER }), remote(1), [], 2],
  ['only the project has one', null, remote(null), [first, active], 2],
  ['the device’s is newer', view0({ timestamp: 100 }), remote(99), [], 1],
  ['the project’s is newer: another device was there', view0({ timestamp: 100 }), remote(101), [], 2],
  ['both are the same moment', view0({ timestamp: 100 }), remote(100), [], 2],
  ['the project’s time is not known', view0(), remote(null), [], 1],
  ['the device’s is of another project with this model', view0({ projectKey: 'other' }), remote(1), [], 2],
  ['so is it, and this project has views', view0({ projectKey: 'other' }), {}, [first], 11],
  ['so is it, and this project has nothing', view0({ projectKey: 'other' }), {}, [], 1],
  ['the device’s names no project', view0({ projectKey: null }), remote(1), [], 1],
  ['the active view before the first', null, {}, [first, active], 12],
  ['the first view by order', null, {}, [makeView(3, { pose: at(13), order: 9 }), first], 11],
  ['number 0 is no saved view', null, {}, [hidden], null],
])('%s', (_name, stored, look, views, x) => {
  const settings = freshSettings('Chair');
  const { pose } = chooseCamera(
    HASH,
    stored,
    { camera_views: views, render_settings: { ...settings.render_settings, ...look } },
    'mine',
  );
  expect(pose?.position[0] ?? null).toBe(x);
});

test('a view is the active one while the camera stands there', () => {
  const { render_settings } = freshSettings('Chair');
  const choose = (
    camera: CameraPose | null,
    model_transform = render_settings.model_transform,
    ...only: [boolean?]
  ) =>
    chooseCamera(
      HASH,
      null,
      { camera_views: [first, active], render_settings: { ...render_settings, camera, model_transform } },
      '',
      ...only,
    ).activeView;
  expect(choose(null)).toBe(active.uuid);
  expect(choose({ ...at(12), quaternion: [0, 1, 0, 0] })).toBe(active.uuid);
  expect(choose(at(3))).toBeNull();
  const moved = [...IDENTITY_MATRIX.slice(0, 12), 3, 0, 0, 1];
  expect(choose(at(12), moved)).toBeNull();
  expect(choose(at(12), moved, true)).toBe(active.uuid);
});
