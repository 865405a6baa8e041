import { expect, test } from 'vitest';
import { describeView } from '../../../src/contract/camera/describe-view.ts';
import { readModelTransform, readPose } from '../../../src/contract/camera/legacy-view.ts';
import { IDENTITY_MATRIX, LEGACY_BACKEND_VIEW, LEGACY_VIEW } from '../../../src/contract/constants.ts';
import { CameraViewBody, type CameraViewInput, SavedView } from '../../../src/contract/http/camera-views.ts';
import { CameraPose } from '../../../src/contract/render-spec.ts';

const base: CameraPose = {
  position: [0, 0, 10],
  target: [0, 0, 0],
  up: [0, 1, 0],
  quaternion: [0, 0, 0, 1],
  fovDegrees: 30,
};
const quarter = Math.PI / 2;

const FORMS: [string, CameraViewInput, Partial<CameraPose>][] = [
  [
    'the orbit form',
    { orbit_theta: quarter, orbit_phi: quarter, orbit_radius: 4, target_x: 1, field_of_view: 60 },
    { position: [5, 0, 0], target: [1, 0, 0], up: [0, 1, 0], fovDegrees: 60 },
  ],
  ['an orbit without radius and field of view', { orbit_theta: 0 }, { position: [0, 0, 5], fovDegrees: 50 }],
  [
    'an orbit with an orientation',
    { orbit_radius: 2, quaternion_x: 0, quaternion_y: 1, quaternion_z: 0, quaternion_w: 0 },
    { position: [0, 0, 2], quaternion: [0, 1, 0, 0] },
  ],
  [
    'numbered positions, which win over an orbit',
    { position_x: 3, position_y: 0, position_z: 0, orbit_radius: 99 },
    { position: [3, 0, 0], fovDegrees: 45 },
  ],
  [
    'the form of the viewer',
    {
      cameraPosition: { x: 0, y: 0, z: 7 },
      target: { x: 0, y: 1, z: 0 },
      cameraQuaternion: { x: 0, y: 0, z: 0, w: 1 },
      cameraUp: { x: 0, y: 0, z: 1 },
      fov: 35,
    },
    { position: [0, 0, 7], target: [0, 1, 0], up: [0, 0, 1], quaternion: [0, 0, 0, 1], fovDegrees: 35 },
  ],
  ['our own form', { pose: base }, base],
];
test.each(FORMS)('%s is read', (_name, body, pose) => {
  const read = readPose(body, null, LEGACY_BACKEND_VIEW);
  expect(CameraPose.parse(read)).toEqual(read);
  expect(rounded(read)).toMatchObject(pose);
});

test('on the device a legacy view has other defaults than one of the server', () => {
  const read = readPose({ orbit_phi: quarter }, null, LEGACY_VIEW);
  expect(rounded(read)).toMatchObject({ position: [0, 0, 15], fovDegrees: 45 });
});

test('a body that says nothing about a camera has none, or the one that stands', () => {
  expect(readPose({ name: 'Front', target_x: 1 }, null, LEGACY_BACKEND_VIEW)).toBeNull();
  expect(readPose({ name: 'Front' }, base, LEGACY_BACKEND_VIEW)).toEqual(base);
});

test('forms that know no lens leave the one that stands', () => {
  const lens = {
    sensor: 'aps-c' as const,
    shift: [0.2, 0] as [number, number],
    depthOfField: { fNumber: 4, focus: [0, 1, 2] as [number, number, number] },
  };
  const shifted = { ...base, ...lens };
  expect(readPose({ field_of_view: 20 }, shifted, LEGACY_BACKEND_VIEW)).toEqual({
    ...shifted,
    fovDegrees: 20,
  });
  expect(readPose({ pose: base }, shifted, LEGACY_BACKEND_VIEW)).toEqual(base);
});

test('a change of one thing leaves the others, and looks at the target again', () => {
  expect(readPose({ field_of_view: 20 }, base, LEGACY_BACKEND_VIEW)).toEqual({ ...base, fovDegrees: 20 });
  const turned = readPose({ orbit_theta: quarter }, base, LEGACY_BACKEND_VIEW);
  expect(rounded(turned)).toMatchObject({ position: [10, 0, 0], fovDegrees: 30 });
  expect(rounded(turned)?.quaternion).toEqual(rounded([0, Math.SQRT1_2, 0, Math.SQRT1_2]));
});

const matrixOf = (x: number, y: number, z: number) => [...IDENTITY_MATRIX.slice(0, 12), x, y, z, 1];
const TRANSFORMS: [string, CameraViewInput, number[] | null | undefined][] = [
  ['nothing', { name: 'a', model_position_x: null }, undefined],
  ['that there is none', { modelTransformations: null }, null],
  ['that there is none, as a matrix', { model_transform: null }, null],
  ['a matrix', { model_transform: matrixOf(1, 2, 3), model_position_x: 9 }, matrixOf(1, 2, 3)],
  ['numbers of their own', { model_position_x: 4 }, matrixOf(4, 0, 0)],
  ['numbers in one object', { modelTransformations: { model_position_y: 5 } }, matrixOf(0, 5, 0)],
  ['scale', { model_scale_x: 2 }, [2, ...IDENTITY_MATRIX.slice(1)]],
  [
    'a quaternion, which wins over angles',
    {
      model_quaternion_x: 0,
      model_quaternion_y: 0,
      model_quaternion_z: 0,
      model_quaternion_w: 2,
      model_rotation_x: 1,
    },
    [...IDENTITY_MATRIX],
  ],
  ['angles', { model_rotation_z: quarter }, [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]],
];
test.each(TRANSFORMS)('a transform that says %s', (_name, body, wanted) => {
  expect(rounded(readModelTransform(body))).toEqual(wanted);
});

test('a described view has every form at once, each of which reads as the same view', () => {
  const view = SavedView.parse({
    uuid: '7d0a3cf0-31ad-4b2f-9d3c-0e0d6d8f0c11',
    id: 3,
    name: 'Side',
    pose: { ...base, position: [3, 4, 5], target: [1, 0, 1], quaternion: [0.1, 0.2, 0.3, 0.9] },
    is_active: true,
    order: 2,
    timestamp: 1_700_000_000_000,
    model_transform: [0, 0, -2, 0, 0, 2, 0, 0, 2, 0, 0, 0, 7, 8, 9, 1],
    backend_id: 12,
  });
  const body = describeView(view);
  expect(CameraViewBody.parse(body)).toEqual(body);
  expect(body).toMatchObject({
    id: 12,
    view_number: 3,
    field_of_view: 30,
    model_scale_x: 2,
    model_position_z: 9,
    modelTransformations: { model_local_position: { x: 7, y: 8, z: 9 } },
    version: '2.1.0',
  });
  const { pose: _pose, model_transform: _matrix, ...foreign } = body;
  const { cameraPosition: _exact, position_x: _x, position_y: _y, position_z: _z, ...orbit } = foreign;
  for (const form of [body, foreign, { ...orbit, fov: null }] as CameraViewInput[]) {
    expect(rounded(readPose({ ...form, cameraUp: null }, null, LEGACY_BACKEND_VIEW))).toEqual(view.pose);
    expect(rounded(readModelTransform(form))).toEqual(view.model_transform);
  }
});

test('a view without a transform says so with null, not with the identity', () => {
  const view = SavedView.parse({
    uuid: '7d0a3cf0-31ad-4b2f-9d3c-0e0d6d8f0c11',
    id: 1,
    name: 'Front',
    pose: base,
    is_active: false,
    order: 1,
    timestamp: 1,
  });
  const body = describeView(view);
  expect(body).toMatchObject({ id: 0, modelTransformations: null, model_scale_x: null, thumbnail: null });
  expect(readModelTransform({ ...body, model_transform: undefined } as CameraViewInput)).toBeNull();
});

/** To four digits, without -0. */
function rounded<T>(value: T): T {
  if (value === undefined) return value;
  const text = JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'number' ? Math.round(part * 1e4) / 1e4 + 0 : part,
  );
  return JSON.parse(text) as T;
}
