import { DataUtils } from 'three';
import { expect, test } from 'vitest';
import { FLOOR_BEFORE } from '../../../src/contract/scene/floor-defaults.ts';
import type { LightRig } from '../../../src/contract/scene/light-rig.ts';
import { drawStageSky } from '../../../src/workers/viewer/stage-sky.ts';

const ELEVATION = 82;

/** Irradiance over pi on a surface that faces the one small light of a dark stage, by the sky that lights the stage. */
function lightAt(level: number): number {
  const key = { role: 'key', shape: 'rectangle', azimuthDegrees: 0, kelvin: 5_600, isOn: true } as const;
  const place = { id: 'key', elevationDegrees: ELEVATION, distance: 10, width: 0.05, height: 0.05 };
  const rig: LightRig = {
    name: '',
    preset: null,
    soloId: null,
    surroundings: 0,
    level,
    lights: [{ ...key, ...place, intensity: 8 }],
  };
  const { picture } = drawStageSky({
    backdrop: { widthPx: 8, heightPx: 8, rgb: new Float32Array(8 * 8 * 3) },
    light: { lighting: 'studio', creativity: 0, seed: 0, rig },
    tint: [1, 1, 1],
    floor: { ...FLOOR_BEFORE, isShadowOnly: true },
    floorDepth: 1,
    addedLight: [0, 0, 0],
    environment: null,
    headingDegrees: 0,
  });
  const { data, width, height } = picture.image;
  const [south, up] = [Math.cos((ELEVATION * Math.PI) / 180), Math.sin((ELEVATION * Math.PI) / 180)];
  let sum = 0;
  for (let y = 0; y < height; y++) {
    const theta = (Math.PI * (y + 0.5)) / height;
    const edge = (row: number) => Math.cos((Math.PI * row) / height);
    const solid = ((edge(y) - edge(y + 1)) * 2 * Math.PI) / width;
    for (let x = 0; x < width; x++) {
      const turn = (2 * Math.PI * (x + 0.5)) / width;
      // The middle column looks along -Z, and the light is on the camera's side.
      const cosine = Math.cos(theta) * up + Math.sin(theta) * Math.cos(turn) * south;
      if (cosine > 0) sum += DataUtils.fromHalfFloat(data![(y * width + x) * 4]!) * cosine * solid;
    }
  }
  return sum / Math.PI;
}

test('a small light gives the stage as much as it is bright, whatever a pixel of its sky can hold', () => {
  const dim = lightAt(0.01);
  expect(dim).toBeGreaterThan(0.05);
  for (const level of [0.1, 1, 4]) expect(lightAt(level) / (dim * 100 * level)).toBeCloseTo(1, 1);
});
