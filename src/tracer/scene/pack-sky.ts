import { frontsOf } from '../floor/quarter-sky.ts';
import { cosTurns, sinTurns } from '../portable-maths.ts';
import type { FloorCyclorama, Sky } from '../scene.ts';

/** What sampling the sky needs. Between pixel centres radiance is interpolated, so weights are blurred likewise. */
export interface PackedSky {
  /** Running sums over rows, H + 1 floats from 0 to 1, and for each row over its pixels, W + 1 floats. */
  readonly marginal: Float32Array;
  readonly rows: Float32Array;
  /** Where to start searching: entry k is the last cell that begins at or before k / length. */
  readonly marginalGuide: Uint16Array;
  readonly rowGuides: Uint16Array;
  /** Irradiance on a horizontal surface facing up. */
  readonly irradiance: readonly [number, number, number];
}

/** Share of the mean weight that every pixel keeps, so that no direction has zero density. */
const FLOOR_WEIGHT = 0.02;

/** What a pixel keeps of its weight that a floor or a cyclorama hides from the product. */
const HIDDEN_WEIGHT = 0.02;

/**
 * Prepares importance sampling of the sky. Costs about 20 ms for 512 x 256.
 *
 * @param hasFloor Sample little below the horizon: no light comes from there, only rays that escape see it.
 * @param cyclorama Sample little behind its wall, likewise.
 */
export function packSky(sky: Sky, hasFloor: boolean, cyclorama?: Pick<FloorCyclorama, 'frame'>): PackedSky {
  const { widthPx: width, heightPx: height } = sky;
  const weights = pixelWeights(sky);
  if (hasFloor) {
    const horizon = Math.ceil(height / 2) * width;
    for (let i = horizon; i < weights.length; i++) weights[i]! *= HIDDEN_WEIGHT;
  }
  if (cyclorama !== undefined) {
    const fronts = frontsOf(sky, cyclorama.frame);
    for (let i = 0; i < weights.length / 2; i++) if (fronts[i % width]! <= 0) weights[i]! *= HIDDEN_WEIGHT;
  }
  const rows = new Float32Array(height * (width + 1));
  const rowGuides = new Uint16Array(height * width);
  const rowSums = new Float64Array(height);
  for (let y = 0; y < height; y++) {
    const row = weights.subarray(y * width, (y + 1) * width);
    rowSums[y] = accumulate(row, rows.subarray(y * (width + 1), (y + 1) * (width + 1)));
    fillGuide(rows.subarray(y * (width + 1)), rowGuides.subarray(y * width, (y + 1) * width));
  }
  const marginal = new Float32Array(height + 1);
  accumulate(rowSums, marginal);
  const marginalGuide = new Uint16Array(height);
  fillGuide(marginal, marginalGuide);
  return { marginal, rows, marginalGuide, rowGuides, irradiance: irradianceFromAbove(sky) };
}

/** Blurred luminance times solid angle. */
function pixelWeights({ widthPx: width, heightPx: height, radiance }: Sky): Float64Array {
  const blurred = new Float64Array(width * height);
  const luminance = (x: number, y: number) => {
    const at = (Math.min(height - 1, Math.max(0, y)) * width + ((x + width) % width)) * 3;
    return 0.2126 * radiance[at]! + 0.7152 * radiance[at + 1]! + 0.0722 * radiance[at + 2]!;
  };
  const across = new Float64Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      across[y * width + x] = luminance(x - 1, y) + 6 * luminance(x, y) + luminance(x + 1, y);
    }
  }
  let total = 0;
  for (let y = 0; y < height; y++) {
    const solid = rowSolidAngle(y, height);
    const above = Math.max(0, y - 1) * width;
    const below = Math.min(height - 1, y + 1) * width;
    for (let x = 0; x < width; x++) {
      const sum = across[above + x]! + 6 * across[y * width + x]! + across[below + x]!;
      blurred[y * width + x] = sum * solid;
      total += sum * solid;
    }
  }
  const mean = total > 0 ? total : 1;
  for (let y = 0; y < height; y++) {
    const least = (FLOOR_WEIGHT * mean * rowSolidAngle(y, height)) / (2 * width);
    for (let x = 0; x < width; x++) blurred[y * width + x]! += least;
  }
  return blurred;
}

function rowSolidAngle(y: number, height: number): number {
  return cosTurns(y / height / 2) - cosTurns((y + 1) / height / 2);
}

/** Writes running sums scaled to end at exactly 1; returns the sum. */
function accumulate(weights: Float64Array, sums: Float32Array): number {
  let total = 0;
  for (const weight of weights) total += weight;
  let running = 0;
  for (let i = 0; i < weights.length; i++) {
    sums[i] = running / total;
    running += weights[i]!;
  }
  sums[weights.length] = 1;
  return total;
}

function fillGuide(sums: Float32Array, guide: Uint16Array): void {
  let cell = 0;
  for (let k = 0; k < guide.length; k++) {
    while (cell + 1 < guide.length && sums[cell + 1]! <= k / guide.length) cell++;
    guide[k] = cell;
  }
}

/** Midpoint rule on a quarter of a pixel, where interpolation has no kink. */
function irradianceFromAbove({ widthPx: width, heightPx: height, radiance }: Sky): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0];
  const totals = new Float64Array(height * 3);
  for (let y = 0; y < height; y++) {
    for (let i = y * width * 3; i < (y + 1) * width * 3; i += 3)
      for (let c = 0; c < 3; c++) totals[y * 3 + c]! += radiance[i + c]!;
  }
  for (let y = 0; y < height; y++) {
    // Interpolation along a row keeps the row's mean; across rows each half pixel leans on one neighbour.
    for (const [neighbour, share, centre] of halfWeights(y, height)) {
      const cosine = cosTurns(centre / 2);
      if (cosine <= 0) continue;
      const k = cosine * sinTurns(centre / 2) * (Math.PI / height) * ((2 * Math.PI) / width);
      const other = Math.min(height - 1, Math.max(0, neighbour));
      for (let c = 0; c < 3; c++) {
        let mean = totals[y * 3 + c]!;
        if (other !== y) mean += (totals[other * 3 + c]! - mean) * share;
        sum[c]! += mean * k * 0.125;
      }
    }
  }
  return sum;
}

/** Eight slices of a row: which row they lean on, how much, and their centre as a fraction of pi. */
function halfWeights(y: number, height: number): (readonly [number, number, number])[] {
  return [0, 1, 2, 3, 4, 5, 6, 7].map((slice) => {
    const offset = (slice + 0.5) / 8 - 0.5;
    return [offset < 0 ? y - 1 : y + 1, Math.abs(offset), (y + 0.5 + offset) / height] as const;
  });
}
