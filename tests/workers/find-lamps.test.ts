import { expect, test } from 'vitest';
import type { LinearPicture } from '../../src/tracer/picture.ts';
import { findLamps } from '../../src/workers/viewer/find-lamps.ts';

/** Where one stands, degrees; how wide, and how bright, beside surroundings of 1. */
type Disc = readonly [azimuth: number, elevation: number, degrees: number, radiance: number];

function draw(discs: readonly Disc[], heightPx = 256): LinearPicture {
  const widthPx = 2 * heightPx;
  const rgb = new Float32Array(widthPx * heightPx * 3).fill(1);
  const unit = (azimuth: number, elevation: number) => {
    const [a, e] = [(azimuth * Math.PI) / 180, (elevation * Math.PI) / 180];
    return [Math.cos(e) * Math.sin(a), Math.sin(e), -Math.cos(e) * Math.cos(a)] as const;
  };
  for (let at = 0; at < widthPx * heightPx; at++) {
    const y = Math.floor(at / widthPx);
    const here = unit((((at % widthPx) + 0.5) / widthPx) * 360 - 180, 90 - ((y + 0.5) / heightPx) * 180);
    for (const [azimuth, elevation, degrees, radiance] of discs) {
      const there = unit(azimuth, elevation);
      const cosine = here.reduce((sum, value, k) => sum + value * (there[k] ?? 0), 0);
      if (cosine >= Math.cos((degrees * Math.PI) / 360)) rgb.fill(radiance, at * 3, at * 3 + 3);
    }
  }
  return { widthPx, heightPx, rgb };
}

const around = (discs: readonly Disc[]) => findLamps({ map: draw(discs), sun: null });
/** Of a surface that faces a disc. */
const irradianceOf = ([, , degrees, radiance]: Disc) =>
  Math.PI * radiance * Math.sin((degrees * Math.PI) / 360) ** 2;

test('lamps are found where they stand, as large and as bright as they are, the strongest first', () => {
  const discs: readonly Disc[] = [
    [175, 30, 14, 300],
    [-60, 55, 8, 2_000],
  ];
  const found = around(discs);
  expect(found).toHaveLength(2);
  for (const [lamp, disc] of [
    [found[0], discs[1]],
    [found[1], discs[0]],
  ] as const) {
    if (lamp === undefined || disc === undefined) throw new Error('no lamp');
    expect(lamp.azimuthDegrees).toBeCloseTo(disc[0], 0);
    expect(lamp.elevationDegrees).toBeCloseTo(disc[1], 0);
    expect(Math.abs(lamp.degrees / disc[2] - 1)).toBeLessThan(0.3);
    expect(Math.abs(lamp.irradiance[1] / irradianceOf(disc) - 1)).toBeLessThan(0.05);
  }
});

test('one lamp that goes over the edge of the picture is one', () => {
  const found = around([[180, 40, 20, 500]]);
  expect(found).toHaveLength(1);
  expect(Math.abs(found[0]?.azimuthDegrees ?? 0)).toBeCloseTo(180, 0);
});

test.each<[string, readonly Disc[]]>([
  ['everything is as bright', []],
  ['it is below the horizon', [[20, -40, 20, 500]]],
  ['it is half of the room', [[20, 60, 100, 8]]],
  ['it gives hardly any light', [[20, 60, 1, 20]]],
])('nothing throws a shadow where %s', (_, discs) => {
  expect(around(discs)).toEqual([]);
});

test('of a sky its sun alone does', () => {
  const sun = { elevationDegrees: 40, degrees: 0.5, irradiance: [9, 8, 7] } as const;
  const found = findLamps({ map: draw([[60, 30, 20, 500]]), sun });
  expect(found).toEqual([{ ...sun, azimuthDegrees: 0 }]);
});
