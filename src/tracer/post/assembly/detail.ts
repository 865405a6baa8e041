import * as F from '../filter-layout.ts';
import { openFrame, plane, rowOf, seal, sealAll, sumsOf, width } from './frame.ts';
import { lightAt } from './outliers.ts';
import { SAMPLES } from './read-layers.ts';

/** Two times four. */
const LEAST_FOR_HALVES: f32 = 8;
/** Times the caution at which few pixels alone tell detail from what chance makes of noise. */
const ALONE: f32 = 1.5;

/**
 * Brings the layer's variance to what the two halves of the samples differ by, in the middle of the pixels around, up to the
 * mean around: what is above is of a rare bright sample.
 *
 * @param said Mean of what the samples say. @param seen Mean of what the halves differ by.
 */
export function trustHalves(frame: usize, y0: i32, y1: i32, said: i32, seen: i32): void {
  openFrame(frame);
  const samples = sumsOf(SAMPLES);
  const one = f32x4.splat(1);
  for (let y = y0; y < y1; y++) {
    const row = rowOf(y),
      counts = samples + ((<usize>(y * width)) << 2);
    for (let x: usize = 0; x < (<usize>width) << 2; x += 16) {
      const at = row + x;
      const mean = v128.load(at + plane(said));
      const isTold = v128.and(
        f32x4.ge(v128.load(counts + x), f32x4.splat(LEAST_FOR_HALVES)),
        f32x4.gt(mean, f32x4.splat(0)),
      );
      if (!v128.any_true(isTold)) continue;
      const own = f32x4.pmax(f32x4.splat(1e-30), v128.load(at + plane(F.SPREAD)));
      const usual = f32x4.pmin(one, f32x4.div(mean, own));
      const ratio = f32x4.div(v128.load(at + plane(seen)), mean);
      const trust = f32x4.pmin(f32x4.splat(1.5), f32x4.pmax(f32x4.splat(0.05), ratio));
      const variance = v128.load(at + plane(F.VARIANCE));
      const told = f32x4.mul(variance, f32x4.add(f32x4.mul(usual, trust), f32x4.sub(one, usual)));
      v128.store(at + plane(F.VARIANCE), v128.bitselect(told, variance, isTold));
    }
    seal(row + plane(F.VARIANCE), y);
  }
}

/** Squared difference of two colours' luminance, of the layer's own pixels. */
export function noteApart(frame: usize, y0: i32, y1: i32, clean: i32, to: i32, channels: i32): void {
  openFrame(frame);
  for (let y = y0; y < y1; y++) {
    const row = rowOf(y);
    for (let x: usize = 0; x < (<usize>width) << 2; x += 16) {
      const at = row + x;
      const isOwn = f32x4.gt(v128.load(at + plane(F.WEIGHT)), f32x4.splat(0));
      const apart = f32x4.sub(lightAt(at + plane(clean), channels), lightAt(at + plane(F.CALM), channels));
      v128.store(at + plane(to), v128.and(isOwn, f32x4.mul(apart, apart)));
    }
    seal(row + plane(to), y);
  }
}

/**
 * Where two colours differ by more than noise explains, the rest is detail: each pixel becomes the mix of both with the
 * least expected error.
 *
 * @param near Difference and noise around, one plane after the other; @param wide the same among more pixels.
 */
export function mixDetail(
  frame: usize,
  y0: i32,
  y1: i32,
  clean: i32,
  near: i32,
  wide: i32,
  channels: i32,
  caution: f32,
): void {
  openFrame(frame);
  for (let y = y0; y < y1; y++) {
    const row = rowOf(y);
    for (let x: usize = 0; x < (<usize>width) << 2; x += 16) {
      const at = row + x;
      const isOwn = f32x4.gt(v128.load(at + plane(F.WEIGHT)), f32x4.splat(0));
      if (!v128.any_true(isOwn)) continue;
      const few = shareOfDetail(at + plane(near), caution);
      if (!v128.any_true(few)) continue;
      const many = shareOfDetail(at + plane(wide), caution);
      const alone = shareOfDetail(at + plane(near), caution * ALONE);
      const share = v128.and(isOwn, f32x4.pmax(f32x4.pmin(few, many), alone));
      for (let k = 0; k < channels; k++) {
        const own = v128.load(at + plane(clean + k)),
          raw = v128.load(at + plane(F.CALM + k));
        v128.store(at + plane(clean + k), f32x4.add(own, f32x4.mul(f32x4.sub(raw, own), share)));
      }
    }
    sealAll(row, y, clean, channels);
  }
}

/** Of a mean squared difference, what noise of a variance does not explain, against that and noise together. */
function shareOfDetail(at: usize, caution: f32): v128 {
  const noise = v128.load(at + plane(1));
  const lost = f32x4.sub(v128.load(at), f32x4.mul(f32x4.splat(caution), noise));
  const share = f32x4.div(lost, f32x4.add(lost, noise));
  return v128.and(f32x4.gt(lost, f32x4.splat(0)), share);
}

/** Copies planes. */
export function copyPlanes(frame: usize, y0: i32, y1: i32, from: i32, to: i32, count: i32): void {
  openFrame(frame);
  const bytes = (<usize>width) << 2;
  for (let y = y0; y < y1; y++) {
    const row = rowOf(y);
    for (let k = 0; k < count; k++) memory.copy(row + plane(to + k), row + plane(from + k), bytes);
    sealAll(row, y, to, count);
  }
}
