/** One layer to filter. Arrays are not changed, except `colour` and `variance`, which are used as scratch. */
export interface NoisyLayer {
  readonly widthPx: number;
  readonly heightPx: number;
  /** rgb per pixel. */
  readonly colour: Float32Array;
  /** Share of the layer in each pixel; 0 leaves a pixel out. */
  readonly weight: Float32Array;
  /** Variance of the mean luminance per pixel. */
  readonly variance: Float32Array;
  /** What must not be blurred across; null filters by luminance alone. rgb and xyz per pixel. */
  readonly guides: { readonly albedo: Float32Array; readonly normal: Float32Array } | null;
}

export interface AtrousOptions {
  /** Each round doubles the reach: 5 rounds reach 62 pixels. */
  readonly rounds: number;
  /** Standard deviations of luminance that still mix. */
  readonly tolerance: number;
  /** Compares 3 x 3 means of luminance in place of single pixels: steadier, and blind to detail of one pixel. */
  readonly isSmoothGuide: boolean;
  /**
   * Share of the variance that counts as left after a round, at least. Noise that neighbours share after a round is
   * more than the variance of independent pixels knows of: with 0, smooth layers turn cloudy; with 0.5, the shadow
   * at a foot is smeared over the floor.
   */
  readonly leastLeft: number;
}

/** The 25 taps: B3 spline weights of a row and of a column, and where they reach, in steps. */
const SPLINE = [1 / 16, 1 / 4, 3 / 8, 1 / 4, 1 / 16] as const;
const TAPS = Float64Array.from({ length: 25 }, (_, k) => SPLINE[Math.floor(k / 5)]! * SPLINE[k % 5]!);
const ACROSS = Int32Array.from({ length: 25 }, (_, k) => (k % 5) - 2);
const DOWN = Int32Array.from({ length: 25 }, (_, k) => Math.floor(k / 5) - 2);
/** Variance that counts as clean: a tenth of an 8-bit step on white. */
const CLEAN = 2e-7;
/** A sample that no neighbour saw: before filtering, when neighbours are noise as well. */
const RAW_OUTLIERS = { tolerance: 2, leastVariance: 0 };
/** Edge pixels find nobody like themselves to mix with and stay as dots along seams. A line has neighbours and stays. */
const LAST_OUTLIERS = { tolerance: 1, leastVariance: 4 * CLEAN };
const NORMAL_STOP = 32;
const ALBEDO_STOP = 40;

/**
 * Edge-avoiding a-trous wavelet filter (Dammertz 2010), luminance stop scaled by the variance (Schied 2017); what still
 * stands out at the end is pulled to its neighbours. Give it a layer {@link withoutOutliers}.
 *
 * @returns The filtered colour; one of the layer's own arrays or a new one.
 */
export function filterAtrous(layer: NoisyLayer, options: AtrousOptions): Float32Array {
  let from = layer.colour;
  let spread = layer.variance;
  let to = new Float32Array(from.length);
  let spreadTo = new Float32Array(spread.length);
  const light = new Float32Array(spread.length);
  for (let round = 0; round < options.rounds; round++) {
    measureLight(layer, from, light, options.isSmoothGuide);
    filterOnce({ ...layer, light }, from, to, spread, spreadTo, 1 << round, options);
    [from, to] = [to, from as Float32Array<ArrayBuffer>];
    [spread, spreadTo] = [spreadTo, spread as Float32Array<ArrayBuffer>];
  }
  removeOutliers(layer, from, to, spread, LAST_OUTLIERS);
  return to;
}

/** The layer's colour, with isolated outliers pulled to their neighbours. */
export function withoutOutliers(layer: NoisyLayer): Float32Array {
  const calm = new Float32Array(layer.colour.length);
  removeOutliers(layer, layer.colour, calm, layer.variance, RAW_OUTLIERS);
  return calm;
}

/** Luminance per pixel, or its mean over the layer's part of 3 x 3 pixels. */
function measureLight(
  { widthPx, heightPx, weight }: NoisyLayer,
  from: Float32Array,
  light: Float32Array,
  isSmooth: boolean,
): void {
  if (!isSmooth) {
    for (let i = 0; i < light.length; i++) light[i] = luminanceAt(from, i);
    return;
  }
  // 1. Sums along rows, of light and of weight.
  const lightRows = new Float32Array(light.length);
  const weightRows = new Float32Array(light.length);
  for (let y = 0; y < heightPx; y++) {
    let [before, weightBefore] = [0, 0];
    let weightHere = weight[y * widthPx]!;
    let here = weightHere > 0 ? luminanceAt(from, y * widthPx) * weightHere : 0;
    for (let x = 0; x < widthPx; x++) {
      const i = y * widthPx + x;
      const weightAfter = x + 1 < widthPx ? weight[i + 1]! : 0;
      const after = weightAfter > 0 ? luminanceAt(from, i + 1) * weightAfter : 0;
      lightRows[i] = before + here + after;
      weightRows[i] = weightBefore + weightHere + weightAfter;
      [before, weightBefore, here, weightHere] = [here, weightHere, after, weightAfter];
    }
  }
  // 2. Sums of three rows.
  for (let y = 0; y < heightPx; y++) {
    const up = y > 0 ? widthPx : 0;
    const down = y + 1 < heightPx ? widthPx : 0;
    for (let i = y * widthPx; i < (y + 1) * widthPx; i++) {
      if (weight[i]! <= 0) continue;
      let sum = lightRows[i]!;
      let total = weightRows[i]!;
      if (up > 0) {
        sum += lightRows[i - up]!;
        total += weightRows[i - up]!;
      }
      if (down > 0) {
        sum += lightRows[i + down]!;
        total += weightRows[i + down]!;
      }
      light[i] = sum / total;
    }
  }
}

function filterOnce(
  { widthPx, heightPx, weight, guides, light }: NoisyLayer & { readonly light: Float32Array },
  from: Float32Array,
  to: Float32Array,
  spread: Float32Array,
  spreadTo: Float32Array,
  step: number,
  { tolerance, leastLeft }: AtrousOptions,
): void {
  const albedo = guides?.albedo ?? from;
  const normal = guides?.normal ?? from;
  const hasGuides = guides !== null;
  const offsets = Int32Array.from(TAPS, (_, k) => (DOWN[k]! * widthPx + ACROSS[k]!) * step);
  const reach = 2 * step;
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const i = y * widthPx + x;
      const i3 = i * 3;
      const noise = weight[i]! > 0 ? smoothVariance(spread, widthPx, heightPx, x, y) : 0;
      if (noise < CLEAN) {
        to[i3] = from[i3]!;
        to[i3 + 1] = from[i3 + 1]!;
        to[i3 + 2] = from[i3 + 2]!;
        spreadTo[i] = spread[i]!;
        continue;
      }
      const isInside = x >= reach && x + reach < widthPx && y >= reach && y + reach < heightPx;
      const perLuminance = 1 / (tolerance * Math.sqrt(noise) + 1e-4);
      const l0 = light[i]!;
      const nx0 = normal[i3]!;
      const ny0 = normal[i3 + 1]!;
      const nz0 = normal[i3 + 2]!;
      const ar0 = albedo[i3]!;
      const ag0 = albedo[i3 + 1]!;
      const ab0 = albedo[i3 + 2]!;
      let r = 0;
      let g = 0;
      let b = 0;
      let total = 0;
      let variance = 0;
      for (let k = 0; k < 25; k++) {
        if (!isInside) {
          const px = x + ACROSS[k]! * step;
          const py = y + DOWN[k]! * step;
          if (px < 0 || px >= widthPx || py < 0 || py >= heightPx) continue;
        }
        const j = i + offsets[k]!;
        const share = weight[j]!;
        if (share <= 0) continue;
        const j3 = j * 3;
        let distance = Math.abs(light[j]! - l0) * perLuminance;
        if (distance >= 8) continue;
        if (hasGuides) {
          const nx = normal[j3]! - nx0;
          const ny = normal[j3 + 1]! - ny0;
          const nz = normal[j3 + 2]! - nz0;
          const ar = albedo[j3]! - ar0;
          const ag = albedo[j3 + 1]! - ag0;
          const ab = albedo[j3 + 2]! - ab0;
          distance +=
            (nx * nx + ny * ny + nz * nz) * NORMAL_STOP + (ar * ar + ag * ag + ab * ab) * ALBEDO_STOP;
          if (distance >= 8) continue;
        }
        // (1 - d/8)^8 in place of exp(-d): the same bits in every engine, and faster.
        let fall = 1 - distance * 0.125;
        fall *= fall;
        fall *= fall;
        fall *= fall;
        const w = TAPS[k]! * fall * share;
        r += from[j3]! * w;
        g += from[j3 + 1]! * w;
        b += from[j3 + 2]! * w;
        total += w;
        variance += spread[j]! * w * w;
      }
      const inverse = 1 / total;
      to[i3] = r * inverse;
      to[i3 + 1] = g * inverse;
      to[i3 + 2] = b * inverse;
      spreadTo[i] = Math.max(variance * inverse * inverse, noise * leastLeft);
    }
  }
}

/** 3 x 3 mean of the variance: a single estimate from few samples is itself noise. */
function smoothVariance(
  spread: Float32Array,
  widthPx: number,
  heightPx: number,
  x: number,
  y: number,
): number {
  const left = x > 0 ? 1 : 0;
  const right = x < widthPx - 1 ? 1 : 0;
  let sum = 0;
  let total = 0;
  for (let py = Math.max(0, y - 1); py <= y + 1 && py < heightPx; py++) {
    const row = py * widthPx + x;
    const tap = py === y ? 2 : 1;
    sum += tap * (2 * spread[row]! + left * spread[row - left]! + right * spread[row + right]!);
    total += tap * (2 + left + right);
  }
  return sum / total;
}

/**
 * Pixels with `variance` that are brighter than `tolerance` times their brightest neighbour, or as much darker than
 * their darkest, take its luminance.
 */
function removeOutliers(
  { widthPx, heightPx, weight }: NoisyLayer,
  from: Float32Array,
  to: Float32Array,
  variance: Float32Array,
  { tolerance, leastVariance }: { readonly tolerance: number; readonly leastVariance: number },
): void {
  to.set(from);
  const light = new Float32Array(weight.length);
  for (let i = 0; i < light.length; i++) if (weight[i]! > 0) light[i] = luminanceAt(from, i);
  /** One neighbour that is like a pixel shows that it stands out from none. */
  const isLike = (own: number, j: number) =>
    weight[j]! > 0 && own <= tolerance * light[j]! && own * tolerance >= light[j]!;
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const i = y * widthPx + x;
      if (!(weight[i]! > 0) || !(variance[i]! >= leastVariance)) continue;
      const own = light[i]!;
      if (x > 0 && isLike(own, i - 1)) continue;
      if (x + 1 < widthPx && isLike(own, i + 1)) continue;
      let high = 0;
      let low = Number.POSITIVE_INFINITY;
      let neighbours = 0;
      for (let py = Math.max(0, y - 1); py <= y + 1 && py < heightPx; py++) {
        for (let px = Math.max(0, x - 1); px <= x + 1 && px < widthPx; px++) {
          const j = py * widthPx + px;
          if (j === i || weight[j]! <= 0) continue;
          high = Math.max(high, light[j]!);
          low = Math.min(low, light[j]!);
          neighbours++;
        }
      }
      if (neighbours < 3) continue;
      let gain = 1;
      if (own > tolerance * high) gain = high / own;
      else if (own * tolerance < low) gain = own > 1e-6 ? low / own : 1;
      to[i * 3] = from[i * 3]! * gain;
      to[i * 3 + 1] = from[i * 3 + 1]! * gain;
      to[i * 3 + 2] = from[i * 3 + 2]! * gain;
      if (own <= 1e-6 && low > 1e-3) to.fill(low, i * 3, i * 3 + 3);
    }
  }
}

function luminanceAt(colour: Float32Array, pixel: number): number {
  return 0.2126 * colour[pixel * 3]! + 0.7152 * colour[pixel * 3 + 1]! + 0.0722 * colour[pixel * 3 + 2]!;
}
