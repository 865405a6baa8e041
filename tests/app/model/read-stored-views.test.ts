import { expect, test } from 'vitest';
import { readStoredDeletions, readStoredViews } from '../../../src/app/model/read-stored-views.ts';
import { describeView } from '../../../src/contract/camera/describe-view.ts';
import { PROJECT_VIEWS_MAX } from '../../../src/contract/constants.ts';
import { makeView } from '../../support/saved-view.ts';

const UUID = '5b8f5d7e-3f7d-4a3b-9d4e-0a1b2c3d4e5f';
const defaults = { randomUuid: () => UUID, now: () => 77, nameOf: (id: number) => `View ${id}` };
const read = (value: unknown) => readStoredViews(value, defaults);

/** The form of S2 3. */
const exact = {
  id: 3,
  name: 'Side',
  cameraPosition: { x: 15, y: 0, z: 0 },
  target: { x: 0, y: 0, z: 0 },
  cameraQuaternion: { x: 0, y: Math.SQRT1_2, z: 0, w: Math.SQRT1_2 },
  cameraUp: { x: 0, y: 1, z: 0 },
  fov: 40,
  timestamp: 5,
  version: '2.1.0',
  modelUrl: '/chair.glb',
  modelTransformations: null,
};

test('our own form and the answer of the server are read back whole, by order', () => {
  const views = [makeView(2, { backend_id: 12 }), makeView(1, { backend_id: 9, is_active: true })];
  const ordered = [views[1], views[0]];
  expect(read(views)).toEqual(ordered);
  expect(read(views.map(describeView))).toEqual(ordered);
  expect(read(JSON.parse(JSON.stringify(views.map(describeView))))).toEqual(ordered);
});

test('the form of the device and the orbit form become views with their defaults', () => {
  expect(read([exact])).toMatchObject([
    {
      uuid: UUID,
      id: 3,
      name: 'Side',
      order: 3,
      timestamp: 5,
      version: '2.1.0',
      pose: { position: [15, 0, 0], target: [0, 0, 0], up: [0, 1, 0], fovDegrees: 40 },
    },
  ]);
  const [orbit] = read([{ id: 4, orbit_theta: 0, orbit_phi: Math.PI / 2, model_position_y: 2 }]);
  expect(orbit).toMatchObject({ name: 'View 4', timestamp: 77, pose: { fovDegrees: 45 } });
  expect(orbit?.pose.position[2]).toBeCloseTo(15);
  expect(orbit?.model_transform?.slice(12)).toEqual([0, 2, 0, 1]);
  const backend = { fovDegrees: 50, radius: 5 };
  const [served] = readStoredViews([{ id: 4, orbit_theta: 0, orbit_phi: Math.PI / 2 }], {
    ...defaults,
    legacy: backend,
  });
  expect(served?.pose.fovDegrees).toBe(50);
  expect(served?.pose.position[2]).toBeCloseTo(5);
});

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['null', null],
  ['a sentence', 'views'],
  ['an object', { 0: exact, length: 1 }],
  ['holes and scalars', [null, 1, 'x', [], true]],
  ['the current view by id', [{ ...exact, id: 0 }]],
  ['the current view by its number', [{ ...exact, view_number: 0 }]],
  ['an id that is no number', [{ ...exact, id: '3' }]],
  ['no camera position', [{ ...exact, cameraPosition: undefined }]],
  ['a position without x', [{ ...exact, cameraPosition: { y: 1, z: 1 } }]],
  ['a target whose x is a text', [{ ...exact, target: { x: '0', y: 0, z: 0 } }]],
  ['no quaternion', [{ ...exact, cameraQuaternion: null }]],
  ['no timestamp', [{ ...exact, timestamp: undefined }]],
  ['numbers that are none', [{ ...exact, cameraPosition: { x: Number.NaN, y: 0, z: 0 } }]],
  ['markup for a picture', [makeView(1, { thumbnail: 'javascript:alert(1)', pose: null as never })]],
])('%s is dropped', (_name, value) => {
  expect(read(value)).toEqual([]);
});

test('of one uuid the first stands, and more than the limit are left out', () => {
  const view = makeView(1);
  expect(read([view, { ...view, name: 'Again' }])).toEqual([view]);
  expect(read(Array.from({ length: 130 }, (_, index) => makeView(index + 1)))).toHaveLength(
    PROJECT_VIEWS_MAX,
  );
});

test('a picture that is none is left out of the view or takes the view with it, never into the page', () => {
  const hostile = read([makeView(1, { thumbnail: 'data:image/svg+xml;base64,PHN2Zz4=' })]);
  expect(hostile.every(({ thumbnail }) => thumbnail === null)).toBe(true);
});

test('deletions are read one by one', () => {
  expect(readStoredDeletions([{ uuid: UUID, timestamp: 4 }, { uuid: 'x', timestamp: 4 }, null])).toEqual([
    { uuid: UUID, timestamp: 4 },
  ]);
  expect(readStoredDeletions({})).toEqual([]);
});
