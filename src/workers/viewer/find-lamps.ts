import type { DrawnEnvironment } from '../../tracer/environment/draw-environment.ts';
import { shrinkMap } from '../../tracer/environment/resample-map.ts';
import { luminance } from '../../tracer/picture.ts';

/** Rows in which lamps are looked for, three degrees each. */
const ROWS = 64;
/** Each costs a picture that every surface reads, and a card reads 16 of them. */
export const LAMPS_MAX = 2;
/** Of the light of everything above the horizon: what gives less throws no shadow that one would miss. */
const LEAST_SHARE = 0.06;
/** What belongs to a lamp is so much brighter than everything in the mean, and no darker than this share of its brightest. */
const ABOVE_MEAN = 3;
const OF_BRIGHTEST = 0.03;
/** Across: what is larger throws soft shadows, which are not taken for those of a disc. */
const WIDEST_DEGREES = 45;
/** Sizes are told apart no finer than the pixels are. */
const NARROWEST_DEGREES = 1;

/** What of surroundings throws a shadow. */
export interface Lamp {
  /** From the middle column to the right, as {@link Lamp.elevationDegrees} before the surroundings are turned. */
  readonly azimuthDegrees: number;
  readonly elevationDegrees: number;
  /** Across, of a disc that is spread as far. */
  readonly degrees: number;
  /** Of a surface that faces it. */
  readonly irradiance: readonly [number, number, number];
}

/**
 * What shines so much brighter than the rest of surroundings that the product throws a shadow of it: the sun of a sky, else the
 * brightest small areas of their map, which keeps them. The strongest first; none below the horizon.
 */
export function findLamps({ map, sun }: Pick<DrawnEnvironment, 'map' | 'sun'>): readonly Lamp[] {
  if (sun !== null) return [{ azimuthDegrees: 0, ...sun }];
  const rows = Math.min(ROWS, map.heightPx);
  const { rgb, widthPx } = shrinkMap(map, 2 * rows, rows);
  const cells = (rows >> 1) * widthPx;
  const light = Float64Array.from({ length: cells }, (_, at) =>
    luminance(rgb[at * 3] ?? 0, rgb[at * 3 + 1] ?? 0, rgb[at * 3 + 2] ?? 0),
  );
  const solid = Float64Array.from({ length: rows >> 1 }, (_, row) => solidAngle(row, rows));
  let whole = 0;
  for (let at = 0; at < cells; at++) whole += (light[at] ?? 0) * (solid[Math.floor(at / widthPx)] ?? 0);
  // Seen from below it is half of a sphere.
  const least = (ABOVE_MEAN * whole) / (2 * Math.PI);
  const isTaken = new Uint8Array(cells);
  const lamps: Lamp[] = [];
  const order = [...light.keys()].filter((at) => (light[at] ?? 0) > least);
  order.sort((a, b) => (light[b] ?? 0) - (light[a] ?? 0));
  for (const brightest of order) {
    if (isTaken[brightest] === 1) continue;
    const level = Math.max(least, (light[brightest] ?? 0) * OF_BRIGHTEST);
    const area = growFrom(brightest, widthPx, (at) => (light[at] ?? 0) >= level && isTaken[at] === 0);
    for (const at of area) isTaken[at] = 1;
    const lamp = measure(area, rgb, widthPx, rows, solid);
    if (luminance(...lamp.irradiance) < LEAST_SHARE * whole || lamp.degrees > WIDEST_DEGREES) continue;
    lamps.push(lamp);
  }
  const strength = ({ irradiance }: Lamp): number => luminance(...irradiance);
  return lamps.sort((a, b) => strength(b) - strength(a)).slice(0, LAMPS_MAX);
}

/** Cells that hang together with one, corners counted; rows go around, and end at the horizon. */
function growFrom(start: number, widthPx: number, belongs: (at: number) => boolean): number[] {
  const found = [start];
  const seen = new Set(found);
  for (const at of found) {
    const [x, y] = [at % widthPx, Math.floor(at / widthPx)];
    for (const row of [y - 1, y, y + 1]) {
      for (const column of [x - 1, x, x + 1]) {
        const next = row * widthPx + ((column + widthPx) % widthPx);
        if (seen.has(next) || !belongs(next)) continue;
        seen.add(next);
        found.push(next);
      }
    }
  }
  return found;
}

type Triple = [number, number, number];

function measure(
  area: readonly number[],
  rgb: Float32Array,
  widthPx: number,
  rows: number,
  solid: Float64Array,
): Lamp {
  const light: Triple = [0, 0, 0];
  const towards: Triple = [0, 0, 0];
  let whole = 0;
  for (const at of area) {
    const row = Math.floor(at / widthPx);
    const theta = (Math.PI * (row + 0.5)) / rows;
    const turn = (2 * Math.PI * ((at % widthPx) + 0.5)) / widthPx - Math.PI;
    const direction = [Math.sin(theta) * Math.sin(turn), Math.cos(theta), -Math.sin(theta) * Math.cos(turn)];
    const size = solid[row] ?? 0;
    for (const k of [0, 1, 2] as const) light[k] += (rgb[at * 3 + k] ?? 0) * size;
    const bright = luminance(rgb[at * 3] ?? 0, rgb[at * 3 + 1] ?? 0, rgb[at * 3 + 2] ?? 0) * size;
    whole += bright;
    for (const k of [0, 1, 2] as const) towards[k] += (direction[k] ?? 0) * bright;
  }
  // Of a disc with half an angle of a, the mean of all directions is (1 + cos a) / 2 long.
  const length = Math.hypot(...towards);
  const mean = length / whole;
  const half = Math.acos(Math.min(1, Math.max(-1, 2 * mean - 1)));
  const [x, y, z] = towards.map((value) => value / length) as Triple;
  return {
    azimuthDegrees: (Math.atan2(x, -z) * 180) / Math.PI,
    elevationDegrees: (Math.asin(Math.min(1, y)) * 180) / Math.PI,
    degrees: Math.max(NARROWEST_DEGREES, (half * 360) / Math.PI),
    irradiance: [light[0] * mean, light[1] * mean, light[2] * mean],
  };
}

/** Of a cell. */
function solidAngle(row: number, rows: number): number {
  return ((Math.cos((Math.PI * row) / rows) - Math.cos((Math.PI * (row + 1)) / rows)) * Math.PI) / rows;
}
