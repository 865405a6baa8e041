import { describe, expect, it } from 'vitest';
import { buildSky, surroundingsShare } from '../../../src/tracer/light/build-sky.ts';
import { chooseLightRig } from '../../../src/tracer/light/choose-light-rig.ts';
import { rigFrame } from '../../../src/tracer/light/hang-lights.ts';
import { buildSweep } from '../../../src/tracer/post/build-plate.ts';
import type { Sky } from '../../../src/tracer/scene.ts';

const camera = {
  position: [0, 2, 20],
  target: [0, 0, 0],
  up: [0, 1, 0],
  fovDegrees: 30,
  widthPx: 32,
  heightPx: 32,
} as const;
const skyOver = (colour: [number, number, number], view: typeof camera | object = camera) =>
  buildSky(buildSweep(32, 32, colour), rigFrame({ ...camera, ...view }), 1);

/** Irradiance over pi on a surface with this normal, by brute force over the upper half of the sky. */
function light(sky: Sky, normal: readonly [number, number, number]): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0];
  for (let y = 0; y < sky.heightPx / 2; y++) {
    const theta = (Math.PI * (y + 0.5)) / sky.heightPx;
    for (let x = 0; x < sky.widthPx; x++) {
      const phi = 2 * Math.PI * ((x + 0.5) / sky.widthPx - 0.5);
      const cosine =
        Math.sin(theta) * Math.sin(phi) * normal[0] +
        Math.cos(theta) * normal[1] -
        Math.sin(theta) * Math.cos(phi) * normal[2];
      const solid = Math.sin(theta) * (Math.PI / sky.heightPx) * ((2 * Math.PI) / sky.widthPx);
      const weight = (Math.max(0, cosine) * solid) / Math.PI;
      for (const k of [0, 1, 2] as const)
        sum[k] += weight * (sky.radiance[(y * sky.widthPx + x) * 3 + k] ?? 0);
    }
  }
  return sum;
}

describe('buildSky', () => {
  it('lights a white floor to radiance 1 in front of any background', () => {
    for (const colour of [
      [0.7, 0.7, 0.7],
      [1, 1, 1],
      [0.01, 0.01, 0.01],
      [0.6, 0.02, 0.02],
    ] as const) {
      const [r, g, b] = light(skyOver([...colour]), [0, 1, 0]);
      expect(0.2126 * r + 0.7152 * g + 0.0722 * b).toBeCloseTo(1, 2);
    }
  });

  it('is neutral over grey, and leans to a coloured background without drowning in it', () => {
    const [r, g, b] = light(skyOver([0.5, 0.5, 0.5]), [0, 0, 1]);
    expect(Math.abs(r / g - 1) + Math.abs(b / g - 1)).toBeLessThan(0.01);
    const [red, green] = light(skyOver([0.6, 0.02, 0.02]), [0, 0, 1]);
    const share = surroundingsShare(chooseLightRig(0, 0), buildSweep(32, 32, [0.6, 0.02, 0.02]));
    // The lights give the rest, and are white.
    const ratio = (share * red + 1 - share) / (share * green + 1 - share);
    expect(ratio).toBeGreaterThan(1.1);
    expect(ratio).toBeLessThan(1.8);
  });

  it('turns with the camera and not with its height', () => {
    const front = light(skyOver([0.5, 0.5, 0.5]), [0, 0, 1]);
    const turned = light(skyOver([0.5, 0.5, 0.5], { position: [20, 9, 0] }), [1, 0, 0]);
    expect(turned[0]).toBeCloseTo(front[0], 2);
    const above = skyOver([0.5, 0.5, 0.5], { position: [0, 20, 0], up: [0, 0, -1] });
    expect(light(above, [0, 0, 1])[0]).toBeCloseTo(front[0], 2);
  });

  it('is small before a backdrop that changes slowly, with the light of a large one, and large before edges', () => {
    const frame = rigFrame(camera);
    const slow = buildSweep(64, 64, [0.6, 0.5, 0.3]);
    const [small, large] = [buildSky(slow, frame, 1), buildSky(slow, frame, 1, 256)];
    expect([small.heightPx, large.heightPx]).toEqual([64, 256]);
    for (const normal of [
      [0, 1, 0],
      [0, 0, 1],
      [0.6, 0.8, 0],
    ] as const) {
      const there = light(large, normal);
      for (const [k, value] of light(small, normal).entries()) expect(value / there[k]!).toBeCloseTo(1, 2);
    }
    const edged = { ...slow, rgb: slow.rgb.map((value, i) => (Math.floor(i / 3) % 64 < 32 ? 0.05 : value)) };
    expect(buildSky(edged, frame, 1).heightPx).toBe(256);
  });

  it('holds nothing but finite, positive radiance', () => {
    const { radiance } = skyOver([0, 0, 0]);
    let least = Number.POSITIVE_INFINITY;
    for (const value of radiance) least = Math.min(least, value - (value - value));
    expect(least).toBeGreaterThanOrEqual(0);
  });
});
