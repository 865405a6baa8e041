import { greatestColumns, greatestRows, meanColumns, meanRows } from '../../post/assembly/around.ts';
import { filterRound, smoothLight, weighAround } from '../../post/assembly/atrous.ts';
import { copyPlanes, mixDetail, noteApart, trustHalves } from '../../post/assembly/detail.ts';
import { calmOutliers, measureLight } from '../../post/assembly/outliers.ts';
import {
  readFloor,
  readGuides,
  readProduct,
  readReflection,
  readShare,
  readVeils,
} from '../../post/assembly/read-layers.ts';
import { shrinkRows } from '../../post/assembly/shrink.ts';
import { takeVeils, writeFloor, writeProduct, writeReflection } from '../../post/assembly/write-layers.ts';
import * as L from '../layout.ts';
import { floorX, floorZ, isFloorBehind, through } from './behind.ts';
import { eyeX, eyeY, eyeZ, lookX, lookY, lookZ, openEye } from './eye.ts';
import { firstB, firstG, firstR, firstX, firstY, firstZ, hasFirst, isVeiled } from './first.ts';
import { gloss, glossB, glossG, glossR, ratioB, ratioG, ratioR, traceFloor } from './floor.ts';
import { sumB, sumG, sumR } from './light.ts';
import { tracePath } from './path.ts';
import { nextPair, startPixel, startSample, u1, u2 } from './random.ts';
import {
  bandPixels,
  bandTop,
  height,
  openRows,
  openScene,
  pixelFilter,
  splitsReflection,
  sums,
  width,
} from './scene.ts';
import { cast, rays, resetRays } from './shadow.ts';
import { hitT, openTree } from './traverse.ts';
import { seesWall, wallB, wallG, wallR } from './wall.ts';

/** Samples with this bit make a picture of their own: how far it is from the other half tells the noise of both. */
const HALF: i32 = 4;

let rejected: i32 = 0;

/** Points this instance at its scratch block, the packed scene and the sums. */
export function open(scratch: usize, block: usize, sumsAt: usize): void {
  openScene(scratch, block, sumsAt);
  openTree();
  openRows(0, height);
}

/** The sums are of these rows from now on. They are left as they are. */
export function openBand(top: i32, rows: i32): void {
  openRows(top, rows);
}

export function rejectedSamples(): i32 {
  return rejected;
}

/** Nearest hits of rays of six floats, written as pairs of doubles. What a camera does not see is not met. */
export function castRays(rayAt: usize, hitAt: usize, count: i32): void {
  for (let i = 0; i < count; i++) {
    const r = rayAt + <usize>i * 24,
      h = hitAt + ((<usize>i) << 4);
    const hit = cast(
      <f64>load<f32>(r),
      <f64>load<f32>(r, 4),
      <f64>load<f32>(r, 8),
      <f64>load<f32>(r, 12),
      <f64>load<f32>(r, 16),
      <f64>load<f32>(r, 20),
      true,
    );
    store<f64>(h, hit < 0 ? Infinity : hitT);
    store<f64>(h, <f64>hit, 8);
  }
}

function add(at: usize, value: f64): void {
  store<f32>(at, <f32>(<f64>load<f32>(at) + value));
}

/** Adds samples of a rectangle to the sums. Returns rays cast. */
export function traceTile(x0: i32, y0: i32, w: i32, h: i32, first: i32, count: i32, seed: i32): i32 {
  resetRays();
  for (let y = y0; y < y0 + h; y++) {
    for (let x = x0; x < x0 + w; x++) {
      startPixel(x, y, seed);
      for (let sample = first; sample < first + count; sample++) {
        startSample(sample);
        traceSample(x, y, (sample & HALF) != 0);
      }
      add(sums + ((<usize>(bandPixels * 16 + (y - bandTop) * width + x)) << 2), <f64>count);
    }
  }
  return rays;
}

/** Place within a pixel by a number in [0, 1): 0.5 is its middle, and the filter reaches into its neighbours. */
function spread(u: f64): f64 {
  const t = u * <f64>L.PIXEL_FILTER_STEPS;
  const step = <i32>t;
  const at = pixelFilter + ((<usize>step) << 2);
  const low = <f64>load<f32>(at);
  return 0.5 + low + (<f64>load<f32>(at, 4) - low) * (t - <f64>step);
}

/** Where the floor's reflection of a pixel is summed by itself. */
function reflectionOf(pixel: i32): usize {
  return sums + ((<usize>(bandPixels * L.ACCUMULATION_FLOATS + pixel * L.REFLECTION_FLOATS)) << 2);
}

function traceSample(x: i32, y: i32, isHalf: bool): void {
  nextPair();
  const sx = ((<f64>x + spread(u1)) / <f64>width) * 2.0 - 1.0,
    sy = 1.0 - ((<f64>y + spread(u2)) / <f64>height) * 2.0;
  openEye(sx, sy);
  tracePath(eyeX, eyeY, eyeZ, lookX, lookY, lookZ, true, 0.0, true, 1.0);
  const behind = through;
  let r = sumR,
    g = sumG,
    b = sumB,
    a = 1.0 - behind;
  // 1. The first surface, before the floor's paths overwrite it.
  const isProduct = hasFirst,
    isVeil = isVeiled;
  const albedoR = firstR,
    albedoG = firstG,
    albedoB = firstB;
  const normalX = firstX,
    normalY = firstY,
    normalZ = firstZ;
  const covered = a;
  // 2. The floor behind, or seen directly; of a cyclorama what the product changes.
  let floorShare: f64 = 0.0,
    shadowR: f64 = 0.0,
    shadowG: f64 = 0.0,
    shadowB: f64 = 0.0,
    mirrored: f64 = 0.0;
  if (isFloorBehind && behind > 0.0) {
    traceFloor(floorX, floorZ, lookX, lookY, lookZ);
    r += glossR * behind;
    g += glossG * behind;
    b += glossB * behind;
    mirrored = gloss * behind;
    a += mirrored;
    floorShare = behind * (1.0 - gloss);
    shadowR = ratioR * floorShare;
    shadowG = ratioG * floorShare;
    shadowB = ratioB * floorShare;
  }
  if (seesWall) {
    floorShare = 1.0;
    shadowR = 1.0 + r - wallR;
    shadowG = 1.0 + g - wallG;
    shadowB = 1.0 + b - wallB;
    r = wallR;
    g = wallG;
    b = wallB;
  }
  // 3. Nothing that is not a number may enter the sums: infinity minus itself is not zero.
  const check = r + g + b + a + shadowR + shadowG + shadowB + floorShare;
  if (check - check != 0.0) {
    rejected++;
    return;
  }
  const pixels = <usize>bandPixels,
    pixel = <usize>((y - bandTop) * width + x);
  const object = sums + (pixel << 4);
  if (a > 0.0 || r + g + b > 0.0) {
    add(object, r);
    add(object + 4, g);
    add(object + 8, b);
    add(object + 12, a);
    // Light on glass is added even when the sample itself went through.
    const luminance = 0.2126 * r + 0.7152 * g + 0.0722 * b;
    add(sums + ((pixels * 14 + pixel) << 2), luminance * luminance);
    if (isHalf) add(sums + ((pixels * 17 + pixel) << 2), luminance);
  }
  if (floorShare > 0.0) {
    const floor = sums + ((pixels * 4 + pixel * 4) << 2);
    add(floor, shadowR);
    add(floor + 4, shadowG);
    add(floor + 8, shadowB);
    add(floor + 12, floorShare);
    const light = 0.2126 * shadowR + 0.7152 * shadowG + 0.0722 * shadowB;
    add(sums + ((pixels * 15 + pixel) << 2), light * light);
    if (isHalf) add(sums + ((pixels * 18 + pixel) << 2), light);
  }
  if (mirrored > 0.0 && splitsReflection) {
    const reflection = reflectionOf(<i32>pixel);
    add(reflection, glossR * behind);
    add(reflection + 4, glossG * behind);
    add(reflection + 8, glossB * behind);
    add(reflection + 12, mirrored);
  }
  if (isProduct) {
    const albedo = sums + ((pixels * 8 + pixel * 3) << 2),
      normal = sums + ((pixels * 11 + pixel * 3) << 2);
    add(albedo, albedoR);
    add(albedo + 4, albedoG);
    add(albedo + 8, albedoB);
    add(normal, normalX * covered);
    add(normal + 4, normalY * covered);
    add(normal + 8, normalZ * covered);
  }
  if (isVeil) {
    add(sums + ((pixels * 19 + pixel) << 2), 1.0);
    const white = isProduct ? 0.2126 * albedoR + 0.7152 * albedoG + 0.0722 * albedoB : 0.0;
    add(sums + ((pixels * 20 + pixel) << 2), white * white);
    const cover = 0.2126 * a + 0.7152 * floorShare;
    add(sums + ((pixels * 21 + pixel) << 2), cover * cover);
  }
}

export {
  calmOutliers,
  copyPlanes,
  filterRound,
  greatestColumns,
  greatestRows,
  meanColumns,
  meanRows,
  measureLight,
  mixDetail,
  noteApart,
  readFloor,
  readGuides,
  readProduct,
  readReflection,
  readShare,
  readVeils,
  shrinkRows,
  smoothLight,
  takeVeils,
  trustHalves,
  weighAround,
  writeFloor,
  writeProduct,
  writeReflection,
};
