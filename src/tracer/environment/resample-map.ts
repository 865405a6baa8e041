import type { LinearPicture } from '../picture.ts';
import { cosTurns } from '../portable-maths.ts';

/**
 * Makes a picture of surroundings smaller, or another width and height, without changing how much light comes from
 * where: areas are averaged, rows by the solid angle that they have.
 */
export function shrinkMap(map: LinearPicture, widthPx: number, heightPx: number): LinearPicture {
  if (map.widthPx === widthPx && map.heightPx === heightPx) return map;
  const columns = spans(map.widthPx, widthPx, (edge) => edge);
  // How much of the sphere lies above an edge.
  const rows = spans(map.heightPx, heightPx, (edge) => (1 - cosTurns(edge / 2)) / 2);
  const across = new Float64Array(widthPx * map.heightPx * 3);
  for (let y = 0; y < map.heightPx; y++) {
    for (const [x, taps] of columns.entries()) {
      const to = (y * widthPx + x) * 3;
      for (const { index, weight } of taps) {
        const from = (y * map.widthPx + index) * 3;
        for (let k = 0; k < 3; k++) across[to + k]! += weight * (map.rgb[from + k] ?? 0);
      }
    }
  }
  const rgb = new Float32Array(widthPx * heightPx * 3);
  const line = widthPx * 3;
  const sums = new Float64Array(line);
  for (const [y, taps] of rows.entries()) {
    sums.fill(0);
    for (const { index, weight } of taps) {
      for (let i = 0; i < line; i++) sums[i]! += weight * (across[index * line + i] ?? 0);
    }
    rgb.set(sums, y * line);
  }
  return { widthPx, heightPx, rgb };
}

interface Tap {
  readonly index: number;
  readonly weight: number;
}

/**
 * Which pixels of a line of `from` lie under each of `to`, by how much.
 *
 * @param measure From 0 to 1: how much lies before a place of the line.
 */
function spans(from: number, to: number, measure: (edge: number) => number): Tap[][] {
  return Array.from({ length: to }, (_, target) => {
    const [start, end] = [(target * from) / to, ((target + 1) * from) / to];
    const taps: Tap[] = [];
    const whole = measure(end / from) - measure(start / from);
    for (let index = Math.floor(start); index < Math.min(from, Math.ceil(end)); index++) {
      const part = measure(Math.min(end, index + 1) / from) - measure(Math.max(start, index) / from);
      if (part > 0) taps.push({ index, weight: part / whole });
    }
    return taps;
  });
}

/** The same surroundings, turned to the right by so many degrees: a share of a column's light goes into the next. */
export function turnMap(map: LinearPicture, degrees: number): LinearPicture {
  const { widthPx, heightPx } = map;
  const shift = (degrees / 360) * widthPx;
  const whole = Math.floor(shift);
  const part = shift - whole;
  if (whole === 0 && part === 0) return map;
  const rgb = new Float32Array(map.rgb.length);
  for (let x = 0; x < widthPx; x++) {
    const near = mod(x - whole, widthPx);
    const far = mod(near - 1, widthPx);
    for (let y = 0; y < heightPx; y++) {
      const row = y * widthPx;
      for (let k = 0; k < 3; k++) {
        const value = (map.rgb[(row + near) * 3 + k] ?? 0) * (1 - part);
        rgb[(row + x) * 3 + k] = value + (map.rgb[(row + far) * 3 + k] ?? 0) * part;
      }
    }
  }
  return { widthPx, heightPx, rgb };
}

/** Pixels of a blurred map within its radius: enough for smooth slopes between them. */
const PIXELS_OF_BLUR = 3;

/** A map out of focus: three box blurs each way, around the sphere. @param degrees Standard deviation. */
export function softenMap(map: LinearPicture, degrees: number): LinearPicture {
  if (degrees <= 0) return map;
  let { heightPx } = map;
  while (heightPx > 32 && (heightPx / 180) * degrees > 2 * PIXELS_OF_BLUR)
    heightPx = Math.floor(heightPx / 2);
  const small = shrinkMap(map, 2 * heightPx, heightPx);
  const radius = (heightPx / 180) * degrees;
  let rgb = Float64Array.from(small.rgb);
  for (let pass = 0; pass < 3; pass++) rgb = blurRows(blurColumns(rgb, heightPx, radius), heightPx, radius);
  return { widthPx: 2 * heightPx, heightPx, rgb: Float32Array.from(rgb) };
}

/** Half width of one of three boxes that together have a standard deviation. */
function halfOf(radius: number): number {
  return Math.max(0, (Math.sqrt(1 + 4 * radius * radius) - 1) / 2);
}

function blurRows(from: Float64Array, heightPx: number, radius: number): Float64Array<ArrayBuffer> {
  const widthPx = 2 * heightPx;
  const to = new Float64Array(from.length);
  for (let y = 0; y < heightPx; y++) {
    // Near the poles a degree is many columns.
    const nearest = Math.min(y, heightPx - 1 - y) + 0.5;
    const share = nearest / heightPx;
    const across = 4 * share * (1 - share);
    const half = Math.min(heightPx - 1, halfOf(radius / Math.max(0.02, across)));
    const whole = Math.floor(half);
    const rim = half - whole;
    const size = 1 + 2 * half;
    for (let k = 0; k < 3; k++) {
      const at = (x: number) => from[(y * widthPx + mod(x, widthPx)) * 3 + k] ?? 0;
      let sum = 0;
      for (let x = -whole; x <= whole; x++) sum += at(x);
      for (let x = 0; x < widthPx; x++) {
        to[(y * widthPx + x) * 3 + k] = (sum + rim * (at(x - whole - 1) + at(x + whole + 1))) / size;
        sum += at(x + whole + 1) - at(x - whole);
      }
    }
  }
  return to;
}

function blurColumns(from: Float64Array, heightPx: number, radius: number): Float64Array<ArrayBuffer> {
  const widthPx = 2 * heightPx;
  const to = new Float64Array(from.length);
  const half = halfOf(radius);
  const whole = Math.floor(half);
  const rim = half - whole;
  const size = 1 + 2 * half;
  for (let x = 0; x < widthPx; x++) {
    for (let k = 0; k < 3; k++) {
      const at = (y: number) => {
        // Over a pole the picture goes on on its other side.
        const isOver = y < 0 || y >= heightPx;
        const row = y < 0 ? -1 - y : y >= heightPx ? 2 * heightPx - 1 - y : y;
        return from[(row * widthPx + mod(isOver ? x + heightPx : x, widthPx)) * 3 + k] ?? 0;
      };
      let sum = 0;
      for (let y = -whole; y <= whole; y++) sum += at(y);
      for (let y = 0; y < heightPx; y++) {
        to[(y * widthPx + x) * 3 + k] = (sum + rim * (at(y - whole - 1) + at(y + whole + 1))) / size;
        sum += at(y + whole + 1) - at(y - whole);
      }
    }
  }
  return to;
}

function mod(value: number, size: number): number {
  return ((value % size) + size) % size;
}
