import { describe, expect, test } from 'vitest';
import { buildCyclorama } from '../../../src/tracer/floor/build-cyclorama.ts';
import { lightCyclorama } from '../../../src/tracer/floor/light-cyclorama.ts';
import { CycloramaView } from '../../../src/tracer/floor/view-cyclorama.ts';
import { irradianceOf } from '../../../src/tracer/light/area-light.ts';
import type { AreaLight } from '../../../src/tracer/scene.ts';
import { uniformSky } from '../../support/tracer-scenes.ts';

const DEPTH = 0.6;
const softbox: AreaLight = {
  centre: [-1, 3, 3],
  right: [-1.2, 0, 0],
  up: [0, 0.6, -0.8],
  radiance: [10, 5, 0],
  isOctagon: false,
};

type Lit = ReturnType<typeof lightCyclorama>;

/** Irradiance at the point of the net that is nearest to a place of the floor. */
function onFloor({ shape, irradiance }: Lit, x: number, z: number): readonly number[] {
  const nearest = (places: readonly number[], wanted: number) =>
    places.reduce(
      (best, place, i) => (Math.abs(place - wanted) < Math.abs((places[best] ?? 0) - wanted) ? i : best),
      0,
    );
  const flat = shape.profile.filter(({ y }) => y === 0).map((point) => point.z);
  const at = (nearest(flat, z) * shape.columns.length + nearest(shape.columns, x)) * 3;
  return [...irradiance.subarray(at, at + 3)];
}

describe('lightCyclorama', () => {
  test.each([
    [0, 0],
    [1, 1],
    [-2, 0.5],
  ])('lights the floor at %d, %d by a softbox as a surface is lit', (x, z) => {
    const dark = { sky: uniformSky(0), floorDepth: DEPTH, colour: [0, 0, 0] } as const;
    const lit = lightCyclorama({ distance: 5, radius: 3.5 }, { ...dark, lights: [softbox] });
    const [r = 0, g = 0, b = 0] = onFloor(lit, x, z);
    const expected = 10 * irradianceOf(softbox, [x, -DEPTH, z], [0, 1, 0], -DEPTH);
    expect(Math.abs(r / expected - 1)).toBeLessThan(0.01);
    expect(Math.abs(g / r - 0.5)).toBeLessThan(1e-5);
    expect(b).toBe(0);
  });

  test.each([0.2, 0.5, 0.8])(
    'throws light from floor to wall and back as the series says, albedo %d',
    (albedo) => {
      const colour = [albedo, albedo, albedo] as const;
      const light = { lights: [], sky: uniformSky(), floorDepth: DEPTH, colour };
      const lit = lightCyclorama({ distance: 3, radius: 0.3 }, light);
      const [red = 0] = onFloor(lit, 0, 0);
      // Half of the sky and half of the other plane, whose radiosity is the same.
      expect(Math.abs(red / Math.PI / (1 / (2 - albedo)) - 1)).toBeLessThan(0.05);
    },
  );

  test.each([
    [300, 90],
    [317, 101],
    [190, 70],
  ])('finds a lamp of the surroundings however small it is, in pixel %d, %d', (x, y) => {
    const [widthPx, heightPx] = [512, 256];
    const radiance = new Float32Array(widthPx * heightPx * 3);
    const lamp = (y * widthPx + ((x + 256) % widthPx)) * 3;
    radiance.fill(1_000, lamp, lamp + 3);
    const around = { lights: [], sky: { widthPx, heightPx, radiance }, floorDepth: DEPTH };
    const lit = lightCyclorama({ distance: 5, radius: 3.5 }, { ...around, colour: [0, 0, 0] });
    const [red = 0] = onFloor(lit, 0, 0);
    const [above, below] = [Math.cos((Math.PI * y) / heightPx), Math.cos((Math.PI * (y + 1)) / heightPx)];
    const expected = ((1_000 * Math.PI) / widthPx) * (above * above - below * below);
    expect(Math.abs(red / expected - 1)).toBeLessThan(0.01);
  });

  test('has the light of a pattern as if there were none, but throws on what comes through', () => {
    const gobo = { pattern: 'leaves', reach: 3, half: 1 } as const;
    const light = { sky: uniformSky(0), floorDepth: DEPTH };
    const sweep = { distance: 5, radius: 3.5 };
    const at = (colour: number, patterned: boolean) => {
      const lights = [patterned ? { ...softbox, gobo } : softbox];
      return (
        onFloor(lightCyclorama(sweep, { ...light, lights, colour: [colour, colour, colour] }), 0, 0)[0] ?? 0
      );
    };
    const middle = 10 * irradianceOf(softbox, [0, 0, 0], [0, 1, 0], Number.NEGATIVE_INFINITY);
    expect(Math.abs(at(0, true) / middle - 1)).toBeLessThan(0.01);
    const thrown = (patterned: boolean) => at(0.8, patterned) - at(0, patterned);
    expect(thrown(true)).toBeLessThan(thrown(false) * 0.8);
    expect(thrown(true)).toBeGreaterThan(thrown(false) * 0.2);
  });

  test('is seen from the product below and behind, and the sky above and before it', () => {
    const colour = [0.5, 0.5, 0.5] as const;
    const light = { lights: [softbox], sky: uniformSky(0.2), floorDepth: DEPTH, colour };
    const lit = lightCyclorama({ distance: 5, radius: 3.5 }, light);
    const seen: [number, number, number] = [0, 0, 0];
    expect(lit.look(0, 1, 0, seen)).toBe(false);
    expect(lit.look(0, 0.6, 0.8, seen)).toBe(false);
    expect(lit.look(0, 0.6, -0.8, seen)).toBe(true);
    expect(lit.look(0, -1, 0, seen)).toBe(true);
    const below = ((onFloor(lit, 0, 0)[0] ?? 0) * 0.5) / Math.PI;
    expect(Math.abs(seen[0] / below - 1)).toBeLessThan(0.02);
  });
});

test('a place is before a cyclorama where floor, curve and wall are not between', () => {
  const view = new CycloramaView(buildCyclorama({ distance: 5, radius: 3 }), DEPTH);
  expect(view.isBefore(0.5, -4.9)).toBe(false);
  expect(view.isBefore(6, -4.9)).toBe(true);
  expect(view.isBefore(6, -5.1)).toBe(false);
  expect(view.isBefore(-0.5, 1)).toBe(true);
  expect(view.isBefore(-0.7, 1)).toBe(false);
  expect(view.isBefore(-0.5, -4)).toBe(false);
  expect(view.isBefore(9, 9)).toBe(true);
});
