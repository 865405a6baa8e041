import * as F from '../filter-layout.ts';
import { height, openFrame, plane, rowBytes, rowOf, seal, sealAll, width } from './frame.ts';

/** Luminance of four pixels. @param place In the first of their planes. */
export function lightAt(place: usize, channels: i32): v128 {
  const r = v128.load(place);
  if (channels == 1) return r;
  return f32x4.add(
    f32x4.add(f32x4.mul(r, f32x4.splat(0.2126)), f32x4.mul(v128.load(place + plane(1)), f32x4.splat(0.7152))),
    f32x4.mul(v128.load(place + plane(2)), f32x4.splat(0.0722)),
  );
}

/** Luminance of the layer's own pixels; zero elsewhere. */
export function measureLight(frame: usize, y0: i32, y1: i32, colour: i32, channels: i32): void {
  openFrame(frame);
  for (let y = y0; y < y1; y++) {
    const row = rowOf(y);
    for (let x: usize = 0; x < (<usize>width) << 2; x += 16) {
      const isOwn = f32x4.gt(v128.load(row + x + plane(F.WEIGHT)), f32x4.splat(0));
      const light = v128.any_true(isOwn)
        ? v128.and(isOwn, lightAt(row + x + plane(colour), channels))
        : f32x4.splat(0);
      v128.store(row + x + plane(F.LIGHT), light);
    }
    seal(row + plane(F.LIGHT), y);
  }
}

/**
 * Pixels with a variance that are brighter than `tolerance` times their brightest neighbour, or as much darker than
 * their darkest, take its luminance. Needs {@link measureLight}, and leaves what the next round weighs.
 */
export function calmOutliers(
  frame: usize,
  y0: i32,
  y1: i32,
  from: i32,
  to: i32,
  variance: i32,
  channels: i32,
  tolerance: f32,
  leastVariance: f32,
): void {
  openFrame(frame);
  const zero = f32x4.splat(0),
    one = f32x4.splat(1),
    far = f32x4.splat(Infinity),
    most = f32x4.splat(tolerance);
  const dark = f32x4.splat(1e-6);
  for (let y = y0; y < y1; y++) {
    const row = rowOf(y);
    for (let x: usize = 0; x < (<usize>width) << 2; x += 16) {
      const at = row + x,
        light = at + plane(F.LIGHT),
        weight = at + plane(F.WEIGHT);
      const own = v128.load(light),
        share = v128.load(weight);
      let apart = v128.and(
        f32x4.gt(share, zero),
        f32x4.ge(v128.load(at + plane(variance)), f32x4.splat(leastVariance)),
      );
      // One neighbour that is like a pixel shows that it stands out from none.
      if (v128.any_true(apart)) apart = v128.andnot(apart, isLike(own, light - 4, weight - 4, most));
      if (v128.any_true(apart)) apart = v128.andnot(apart, isLike(own, light + 4, weight + 4, most));
      let gain = one,
        filled = zero,
        low = far;
      if (v128.any_true(apart)) {
        let high = zero,
          neighbours = i32x4.splat(0);
        for (let v = y > 0 ? -1 : 0; v <= (y + 1 < height ? 1 : 0); v++) {
          for (let u = -1; u <= 1; u++) {
            if (u == 0 && v == 0) continue;
            const step = <usize>(v * <i32>rowBytes + (u << 2));
            const there = f32x4.gt(v128.load(weight + step), zero),
              value = v128.load(light + step);
            high = f32x4.pmax(high, value);
            low = f32x4.pmin(low, v128.bitselect(value, far, there));
            neighbours = i32x4.sub(neighbours, there);
          }
        }
        apart = v128.and(apart, i32x4.ge_s(neighbours, i32x4.splat(3)));
        const isBright = v128.and(apart, f32x4.gt(own, f32x4.mul(most, high)));
        const isDark = v128.and(
          v128.andnot(apart, isBright),
          v128.and(f32x4.lt(f32x4.mul(own, most), low), f32x4.gt(own, dark)),
        );
        gain = v128.bitselect(f32x4.div(high, own), gain, isBright);
        gain = v128.bitselect(f32x4.div(low, own), gain, isDark);
        filled = v128.and(apart, v128.and(f32x4.le(own, dark), f32x4.gt(low, f32x4.splat(1e-3))));
      }
      for (let k = 0; k < channels; k++) {
        const value = f32x4.mul(v128.load(at + plane(from + k)), gain);
        v128.store(at + plane(to + k), v128.bitselect(low, value, filled));
      }
      const weighed = f32x4.mul(lightAt(at + plane(to), channels), share);
      v128.store(at + plane(F.WEIGHED), v128.and(f32x4.gt(share, zero), weighed));
    }
    sealAll(row, y, to, channels);
    seal(row + plane(F.WEIGHED), y);
  }
}

function isLike(own: v128, light: usize, weight: usize, tolerance: v128): v128 {
  const other = v128.load(light);
  return v128.and(
    f32x4.gt(v128.load(weight), f32x4.splat(0)),
    v128.and(f32x4.le(own, f32x4.mul(tolerance, other)), f32x4.ge(f32x4.mul(own, tolerance), other)),
  );
}
