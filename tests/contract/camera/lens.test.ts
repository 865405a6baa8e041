import { expect, test } from 'vitest';
import {
  apertureRadius,
  focalLengthMm,
  focusAt,
  focusDistance,
  fovOfFocalLength,
  metresPerUnitOf,
} from '../../../src/contract/camera/lens.ts';
import { CameraPose } from '../../../src/contract/render-spec.ts';
import { openCamera } from '../../../src/tracer/scene/open-camera.ts';

const pose: CameraPose = {
  position: [3, 4, 12],
  target: [0, 0, 0],
  up: [0, 1, 0],
  quaternion: [0, 0, 0, 1],
  fovDegrees: 45,
};

test('focal lengths are those of the longer side of a sensor', () => {
  // 50 mm on 36 mm of film are 39.6 degrees, as every table has it.
  expect(fovOfFocalLength(50)).toBeCloseTo(39.6, 1);
  expect(focalLengthMm(39.6)).toBeCloseTo(50, 1);
  expect(fovOfFocalLength(50, 'aps-c')).toBeCloseTo(26.5, 0);
  for (const sensor of ['full-frame', 'medium-format', 'aps-c', 'four-thirds'] as const) {
    expect(fovOfFocalLength(focalLengthMm(33, sensor), sensor)).toBeCloseTo(33, 9);
  }
});

test('the plane of focus stands square to where the camera looks', () => {
  expect(focusDistance(pose, [0, 0, 0])).toBeCloseTo(13, 9);
  const beside: [number, number, number] = [4, -3, 0];
  expect(focusDistance(pose, beside)).toBeCloseTo(13, 9);
  expect(focusDistance(pose, focusAt(pose, 7.5))).toBeCloseTo(7.5, 9);
  expect(focusDistance(pose, [6, 8, 24])).toBeGreaterThan(0);
});

test('an f-number is as wide as it is on the real product', () => {
  const depthOfField = { fNumber: 2, focus: [0, 0, 0] as [number, number, number] };
  const fovDegrees = fovOfFocalLength(50);
  // A file in metres whose largest side of 0.2 m was scaled to 10: a unit is 20 mm, and 50 mm at f/2 are 25 mm wide.
  const metresPerUnit = metresPerUnitOf([0, 50, 0, 0, 0, 0, 50, 0, 50, 0, 0, 0, 0, 0, 0, 1]);
  expect(metresPerUnit).toBeCloseTo(0.02, 9);
  expect(apertureRadius({ fovDegrees, depthOfField }, metresPerUnit)).toBeCloseTo(0.625, 9);
  expect(apertureRadius({ fovDegrees, depthOfField, sensor: 'four-thirds' }, metresPerUnit)).toBeCloseTo(
    (0.625 * 17.3) / 36,
    9,
  );
  const told = { ...depthOfField, metresPerUnit: 0.2 };
  expect(apertureRadius({ fovDegrees, depthOfField: told }, metresPerUnit)).toBeCloseTo(0.0625, 9);
  expect(apertureRadius({ fovDegrees }, metresPerUnit)).toBe(0);
});

test('the tracer opens the same lens with portable maths', () => {
  const normalisation = [25, 0, 0, 0, 0, 25, 0, 0, 0, 0, 25, 0, 1, 2, 3, 1];
  const camera: CameraPose = {
    ...pose,
    sensor: 'aps-c',
    shift: [0.1, -0.2],
    depthOfField: { fNumber: 2.8, focus: [0, 1, 2] },
  };
  const opened = openCamera({ camera, scene: { normalisation } as never, widthPx: 64, heightPx: 32 });
  expect(opened.lens?.focusDistance).toBeCloseTo(focusDistance(camera, [0, 1, 2]), 9);
  expect(opened.lens?.radius).toBeCloseTo(apertureRadius(camera, metresPerUnitOf(normalisation)), 9);
  expect(opened.shift).toEqual([0.1, -0.2]);
  const plain = openCamera({ camera: pose, scene: { normalisation } as never, widthPx: 64, heightPx: 32 });
  expect([plain.lens, plain.shift]).toEqual([undefined, undefined]);
});

test('a pose of before keeps its form, and what is out of range is refused', () => {
  expect(JSON.stringify(CameraPose.parse(pose))).toBe(JSON.stringify(pose));
  const refused = [
    { sensor: 'film' },
    { shift: [3, 0] },
    { shift: [0, Number.NaN] },
    { depthOfField: { fNumber: 0, focus: [0, 0, 0] } },
    { depthOfField: { fNumber: 2.8 } },
    { depthOfField: { fNumber: 2.8, focus: [0, 0, 0], metresPerUnit: 0 } },
  ];
  for (const change of refused) expect(CameraPose.safeParse({ ...pose, ...change }).success).toBe(false);
});
