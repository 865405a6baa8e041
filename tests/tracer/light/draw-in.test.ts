import { expect, test } from 'vitest';
import type { LightRig } from '../../../src/contract/scene/light-rig.ts';
import { buildCyclorama } from '../../../src/tracer/floor/build-cyclorama.ts';
import { CycloramaView } from '../../../src/tracer/floor/view-cyclorama.ts';
import { irradianceOf } from '../../../src/tracer/light/area-light.ts';
import { directionOf, hangLights, RIG_FRAME } from '../../../src/tracer/light/hang-lights.ts';
import { openRigPreset } from '../../../src/tracer/light/rig-presets.ts';

const ORIGIN = [0, 0, 0] as const;
const SWEEP = { distance: 5, radius: 3.5, floorDepth: 0.6 };

const hang = (rig: LightRig, sweep: typeof SWEEP | null) =>
  hangLights(rig, { middle: ORIGIN, radius: 1, sweep }, RIG_FRAME, 1, [1, 1, 1]);

test.each([
  ['as it is laid', SWEEP],
  ['near', { ...SWEEP, distance: 3, radius: 1 }],
  ['far', { ...SWEEP, distance: 9, radius: 3.5 }],
])(
  'no light of a preset is swallowed by a cyclorama, %s, and each is from the product what it was',
  (_, sweep) => {
    const view = new CycloramaView(buildCyclorama(sweep), sweep.floorDepth);
    for (const preset of ['glass', 'metal', 'bottle', 'jewellery', 'drama', 'food'] as const) {
      const rig = openRigPreset(preset);
      const [free, drawn] = [hang(rig, null), hang(rig, sweep)];
      for (const [i, { azimuthDegrees, elevationDegrees }] of rig.lights.entries()) {
        const [before, after] = [free[i]!, drawn[i]!];
        expect(view.isBefore(after.centre[1], after.centre[2])).toBe(true);
        expect(after.isFlagged ?? false).toBe(!view.isBefore(before.centre[1], before.centre[2] - 0.25));
        // In the same direction, as large and as bright there.
        const share = Math.hypot(...after.centre) / Math.hypot(...before.centre);
        expect(share).toBeLessThanOrEqual(1);
        for (const k of [0, 1, 2] as const) {
          expect(after.centre[k]).toBeCloseTo(before.centre[k] * share, 9);
          expect(after.right[k]).toBeCloseTo(before.right[k] * share, 9);
          expect(after.up[k]).toBeCloseTo(before.up[k] * share, 9);
        }
        const front = directionOf({ azimuthDegrees, elevationDegrees }, RIG_FRAME);
        const arriving = (light: typeof before) =>
          irradianceOf(light, ORIGIN, front, Number.NEGATIVE_INFINITY) * light.radiance[0];
        expect(arriving(after)).toBeCloseTo(arriving(before), 6);
      }
    }
  },
);

test('a light whose middle is before the wall stays where it is, and lights that', () => {
  for (const preset of ['soft', 'white', 'window', 'food', 'drama'] as const)
    expect(hang(openRigPreset(preset), SWEEP)).toEqual(hang(openRigPreset(preset), null));
  const far = { ...SWEEP, distance: 12 };
  expect(hang(openRigPreset('glass'), far)).toEqual(hang(openRigPreset('glass'), null));
});
