import { expect, test } from 'vitest';
import { placeHighlight } from '../../../../src/app/features/light/place-highlight.ts';
import { directionOf, rigFrame } from '../../../../src/tracer/light/hang-lights.ts';

const BOUNDS = [-1, 0, -1, 1, 4, 1];
const MIDDLE = [0, 2, 0] as const;
const RADIUS = Math.sqrt(4 + 16 + 4) / 2;
const CAMERA = { position: [2, 3, 9], target: [0, 2, 0], up: [0, 1, 0] } as const;

test('a mirror at the point reflects the middle of the light into the camera', () => {
  for (const [position, normal] of [
    [
      [0, 2, 1],
      [0, 0, 1],
    ],
    [
      [0.9, 3, 0.4],
      [0.8, 0, 0.6],
    ],
    [
      [-0.5, 3.8, 0.2],
      [-0.36, 0.8, 0.48],
    ],
  ] as const) {
    const distance = 4;
    const angles = placeHighlight({ position, normal, bounds: BOUNDS }, CAMERA, distance);
    const direction = directionOf(angles, rigFrame(CAMERA));
    const light = direction.map((value, k) => (MIDDLE[k] ?? 0) + value * distance * RADIUS);
    const toLight = unit(light.map((value, k) => value - (position[k] ?? 0)));
    const toEye = unit(CAMERA.position.map((value, k) => value - (position[k] ?? 0)));
    const half = unit(toLight.map((value, k) => value + (toEye[k] ?? 0)));
    for (const k of [0, 1, 2] as const) expect(half[k]).toBeCloseTo(normal[k], 6);
  }
});

function unit(v: readonly number[]): number[] {
  const length = Math.hypot(...v);
  return v.map((value) => value / length);
}
