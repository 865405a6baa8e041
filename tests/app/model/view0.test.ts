import { expect, test } from 'vitest';
import { isView0Of, readView0, writeView0 } from '../../../src/app/model/view0.ts';
import { IDENTITY_MATRIX } from '../../../src/contract/constants.ts';
import { ContentHash } from '../../../src/contract/ids.ts';

const HASH = ContentHash.parse('a'.repeat(64));
const OTHER = ContentHash.parse('b'.repeat(64));
const POSE = {
  position: [1, 2, 3] as [number, number, number],
  target: [0, 1, 0] as [number, number, number],
  up: [0, 1, 0] as [number, number, number],
  quaternion: [0, 0.6, 0, 0.8] as [number, number, number, number],
  fovDegrees: 35,
};
const RECORD = JSON.parse(writeView0(POSE, 1_000, HASH, IDENTITY_MATRIX, 'project')) as Record<
  string,
  unknown
>;
const read = (change: object) => readView0(JSON.stringify({ ...RECORD, ...change }));

test('a lens comes back too; without one the record is as it always was', () => {
  const pose = {
    ...POSE,
    sensor: 'four-thirds' as const,
    shift: [0.1, -0.6] as [number, number],
    depthOfField: { fNumber: 4, focus: [0, 1, 2] as [number, number, number] },
  };
  expect(readView0(writeView0(pose, 1, HASH, IDENTITY_MATRIX, null))?.pose).toEqual(pose);
  expect(RECORD).not.toHaveProperty('pose');
});

test('what is written has the fields of S2 3 and reads back whole', () => {
  expect(RECORD).toMatchObject({
    cameraPosition: { x: 1, y: 2, z: 3 },
    target: { x: 0, y: 1, z: 0 },
    cameraQuaternion: { x: 0, y: 0.6, z: 0, w: 0.8 },
    cameraUp: { x: 0, y: 1, z: 0 },
    fov: 35,
    timestamp: 1_000,
    version: '2.1.0',
    modelTransformations: null,
  });
  expect(readView0(JSON.stringify(RECORD))).toEqual({
    pose: POSE,
    timestamp: 1_000,
    modelHash: HASH,
    modelUrl: `/files/${HASH}`,
    projectKey: 'project',
    version: '2.1.0',
  });
});

test('a moved model is in it, with position, rotation and scale', () => {
  const moved = [2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 1, 0, -3, 1];
  const record = JSON.parse(writeView0(POSE, 1, HASH, moved, null)) as typeof RECORD;
  expect(record.modelTransformations).toMatchObject({
    model_position_x: 1,
    model_position_z: -3,
    model_scale_y: 2,
    model_local_rotation: { x: 0, y: 0, z: 0 },
  });
});

test.each([
  ['nothing', null],
  ['no JSON', '{'],
  ['another kind of value', '7'],
  ['an empty record', '{}'],
  ['a list', '[]'],
])('%s is no camera', (_name, text) => {
  expect(readView0(text)).toBeNull();
});

test.each([
  ['no position', { cameraPosition: undefined }],
  ['no target', { target: undefined }],
  ['no quaternion', { cameraQuaternion: null }],
  ['no up', { cameraUp: undefined }],
  ['an x that is text', { cameraPosition: { x: '1', y: 2, z: 3 } }],
  ['an x that is missing', { target: { y: 2, z: 3 } }],
  ['a field of view that nobody can see', { fov: 0 }],
  ['an exact camera cut short beside an orbit', { cameraUp: undefined, orbit_radius: 5 }],
])('%s is invalid', (_name, change) => {
  expect(read(change)).toBeNull();
});

test('a record without time, version and model is valid, and the oldest', () => {
  const view = read({ timestamp: 'today', version: 7, modelHash: 7, modelUrl: null, projectKey: undefined });
  expect(view).toMatchObject({
    timestamp: 0,
    version: '',
    modelHash: null,
    modelUrl: null,
    projectKey: null,
  });
});

test('the orbit form is migrated to version 2.0.0, with radius 15 and field of view 45 where it names none', () => {
  const legacy = {
    orbit_theta: 0,
    orbit_phi: Math.PI / 2,
    target_x: 1,
    target_y: 2,
    target_z: 3,
    timestamp: 5,
  };
  const view = readView0(JSON.stringify(legacy));
  expect(view).toMatchObject({ version: '2.0.0', timestamp: 5, pose: { target: [1, 2, 3], fovDegrees: 45 } });
  expect(view?.pose.position.map((value) => Math.round(value))).toEqual([1, 2, 18]);
  const full = readView0(JSON.stringify({ ...legacy, orbit_radius: 4, field_of_view: 60 }));
  expect(full?.pose).toMatchObject({ fovDegrees: 60 });
  expect(full?.pose.position[2]).toBeCloseTo(7, 6);
});

test.each([
  ['the same content', {}, true],
  ['other content at the same address', { modelHash: OTHER }, false],
  [
    'no content, but the address',
    { modelHash: undefined, modelUrl: `/files/${HASH}?expires=1&signature=x` },
    true,
  ],
  ['another address', { modelHash: undefined, modelUrl: `/files/${OTHER}` }, false],
  ['neither', { modelHash: undefined, modelUrl: undefined }, false],
  ['a blob of an earlier visit', { modelHash: undefined, modelUrl: 'blob:http://localhost/1' }, false],
])('matches by content, by address only without it: %s', (_name, change, matches) => {
  const view = read(change);
  expect(view !== null && isView0Of(view, HASH)).toBe(matches);
});
