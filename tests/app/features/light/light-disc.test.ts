import { describe, expect, test } from 'vitest';
import { createLightDisc } from '../../../../src/app/features/light/light-disc.ts';
import { openRigPreset } from '../../../../src/tracer/light/rig-presets.ts';

const AT_EYE_LEVEL = { position: [0, 0, 10], target: [0, 0, 0], up: [0, 1, 0] } as const;
const FROM_ABOVE = { position: [7, 6, -4], target: [1, 0, 0], up: [0, 1, 0] } as const;
const STRAIGHT_DOWN = { position: [0, 10, 0], target: [0, 0, 0], up: [0, 0, -1] } as const;

const place = (
  azimuthDegrees: number,
  elevationDegrees: number,
  camera: typeof AT_EYE_LEVEL = AT_EYE_LEVEL,
) =>
  createLightDisc(camera)
    .place({ azimuthDegrees, elevationDegrees })
    .map((value) => Math.round(value * 1e6) / 1e6 + 0);

test.each([
  ['from the camera is the middle', 0, 0, [0, 0]],
  ['from the right is on the ring of the outline', 90, 0, [0.5, 0]],
  ['from the left', -90, 0, [-0.5, 0]],
  ['from above', 0, 90, [0, -0.5]],
  ['from half left', -45, 0, [-0.25, 0]],
])('a light %s', (_name, azimuth, elevation, at) => {
  expect(place(azimuth, elevation)).toEqual(at);
});

test('a light from behind is on the rim', () => {
  expect(Math.hypot(...place(180, 0))).toBeCloseTo(1, 6);
});

describe.each([
  ['at eye level', AT_EYE_LEVEL],
  ['from above and aside', FROM_ABOVE],
  ['straight down', STRAIGHT_DOWN],
])('for a camera %s', (_name, camera) => {
  test('a light that is dragged to its own place keeps its direction', () => {
    const disc = createLightDisc(camera);
    for (const azimuthDegrees of [-170, -44, 0, 12, 98])
      for (const elevationDegrees of [-30, 0, 38, 70]) {
        const found = disc.anglesAt(...disc.place({ azimuthDegrees, elevationDegrees }));
        expect(found.azimuthDegrees).toBeCloseTo(azimuthDegrees, 6);
        expect(found.elevationDegrees).toBeCloseTo(elevationDegrees, 6);
      }
  });

  test('the outline of a light lies around its place and inside of the disc', () => {
    const disc = createLightDisc(camera);
    for (const light of openRigPreset('jewellery').lights) {
      const outline = disc.outline(light);
      const [x, y] = disc.place(light);
      const reach = outline.map(([a, b]) => Math.hypot(a - x, b - y));
      expect(Math.min(...reach)).toBeGreaterThan(0);
      expect(Math.max(...outline.map(([a, b]) => Math.hypot(a, b)))).toBeLessThanOrEqual(1);
    }
  });
});
