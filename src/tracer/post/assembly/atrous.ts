import * as F from '../filter-layout.ts';
import { height, openFrame, plane, rowBytes, rowOf, seal, sealAll, width } from './frame.ts';
import { lightAt } from './outliers.ts';

/** Variance that counts as clean: a tenth of an 8-bit step on white. */
const CLEAN: f32 = 2e-7;
const NORMAL_STOP: f32 = 32;
const ALBEDO_STOP: f32 = 40;

/** Sum over 3 x 3 pixels. */
function sumAround(at: usize, y: i32): v128 {
  let sum = sumOfThree(at);
  if (y > 0) sum = f32x4.add(sum, sumOfThree(at - rowBytes));
  if (y + 1 < height) sum = f32x4.add(sum, sumOfThree(at + rowBytes));
  return sum;
}

function sumOfThree(at: usize): v128 {
  return f32x4.add(f32x4.add(v128.load(at - 4), v128.load(at)), v128.load(at + 4));
}

/** One over the weights around each of the layer's own pixels. */
export function weighAround(frame: usize, y0: i32, y1: i32): void {
  openFrame(frame);
  for (let y = y0; y < y1; y++) {
    const row = rowOf(y);
    for (let x: usize = 0; x < (<usize>width) << 2; x += 16) {
      const at = row + x + plane(F.WEIGHT);
      const isOwn = f32x4.gt(v128.load(at), f32x4.splat(0));
      const near = f32x4.div(f32x4.splat(1), sumAround(at, y));
      v128.store(row + x + plane(F.NEAR), v128.and(isOwn, near));
    }
    seal(row + plane(F.NEAR), y);
  }
}

/** Mean luminance of the layer's part of 3 x 3 pixels. */
export function smoothLight(frame: usize, y0: i32, y1: i32): void {
  openFrame(frame);
  for (let y = y0; y < y1; y++) {
    const row = rowOf(y);
    for (let x: usize = 0; x < (<usize>width) << 2; x += 16) {
      const sum = sumAround(row + x + plane(F.WEIGHED), y);
      v128.store(row + x + plane(F.LIGHT), f32x4.mul(sum, v128.load(row + x + plane(F.NEAR))));
    }
    seal(row + plane(F.LIGHT), y);
  }
}

/** B3 spline weight of a tap. */
function spline(k: i32): f32 {
  return k == 0 ? 0.375 : k == 1 || k == -1 ? 0.25 : 0.0625;
}

/** Twice a value and once each of its neighbours in a row. */
function smoothThree(at: usize): v128 {
  const own = v128.load(at);
  return f32x4.add(f32x4.add(own, own), f32x4.add(v128.load(at - 4), v128.load(at + 4)));
}

/** 3 x 3 mean of the variance: a single estimate from few samples is itself noise. */
function smoothVariance(at: usize, x: i32, y: i32): v128 {
  const own = smoothThree(at);
  let sum = f32x4.add(own, own);
  let rows: f32 = 2;
  if (y > 0) {
    sum = f32x4.add(sum, smoothThree(at - rowBytes));
    rows++;
  }
  if (y + 1 < height) {
    sum = f32x4.add(sum, smoothThree(at + rowBytes));
    rows++;
  }
  // Pixels beyond the border are none, and lanes beyond it are not looked at.
  let columns = f32x4.splat(4);
  if (x == 0) columns = f32x4.sub(columns, f32x4(1, 0, 0, 0));
  const last = width - 1 - x;
  if (last < 4) {
    const index = i32x4(0, 1, 2, 3);
    const isLast = i32x4.eq(index, i32x4.splat(last));
    columns = f32x4.sub(columns, v128.and(isLast, f32x4.splat(1)));
  }
  return f32x4.div(sum, f32x4.mul(columns, f32x4.splat(rows)));
}

/**
 * One round of the filter, with taps so many pixels apart: reads light, weight and guides, and leaves what the next round
 * weighs.
 */
export function filterRound(
  frame: usize,
  y0: i32,
  y1: i32,
  from: i32,
  to: i32,
  left: i32,
  leftTo: i32,
  step: i32,
  channels: i32,
  isGuided: i32,
  tolerance: f32,
  leastLeft: f32,
): void {
  openFrame(frame);
  const zero = f32x4.splat(0),
    one = f32x4.splat(1),
    eighth = f32x4.splat(0.125);
  const weightAt = plane(F.WEIGHT),
    lightPlane = plane(F.LIGHT),
    leftAt = plane(left),
    second = plane(1),
    third = plane(2);
  const normalAt = plane(F.NORMAL),
    surfaceAt = plane(F.SURFACE),
    fromAt = plane(from),
    toAt = plane(to);
  const isThree = channels == 3;
  for (let y = y0; y < y1; y++) {
    const row = rowOf(y);
    for (let x = 0; x < width; x += 4) {
      const at = row + ((<usize>x) << 2);
      const own = v128.load(at + weightAt);
      let isNoisy = f32x4.gt(own, zero);
      let noise = zero;
      if (v128.any_true(isNoisy)) {
        noise = smoothVariance(at + leftAt, x, y);
        isNoisy = v128.and(isNoisy, f32x4.ge(noise, f32x4.splat(CLEAN)));
      }
      if (!v128.any_true(isNoisy)) {
        for (let k = 0; k < channels; k++)
          v128.store(at + toAt + plane(k), v128.load(at + fromAt + plane(k)));
        v128.store(at + plane(leftTo), v128.load(at + leftAt));
        continue;
      }
      const perLuminance = f32x4.div(
        one,
        f32x4.add(f32x4.mul(f32x4.splat(tolerance), f32x4.sqrt(noise)), f32x4.splat(1e-4)),
      );
      const light0 = v128.load(at + lightPlane);
      let nx0 = zero,
        ny0 = zero,
        nz0 = zero,
        ar0 = zero,
        ag0 = zero,
        ab0 = zero;
      if (isGuided) {
        nx0 = v128.load(at + normalAt);
        ny0 = v128.load(at + normalAt + second);
        nz0 = v128.load(at + normalAt + third);
        ar0 = v128.load(at + surfaceAt);
        ag0 = v128.load(at + surfaceAt + second);
        ab0 = v128.load(at + surfaceAt + third);
      }
      let r = zero,
        g = zero,
        b = zero,
        total = zero,
        variance = zero;
      for (let v = -2; v <= 2; v++) {
        const py = y + v * step;
        if (py < 0 || py >= height) continue;
        const tapRow = spline(v);
        const line = at + <usize>(v * step * <i32>rowBytes);
        for (let u = -2; u <= 2; u++) {
          const j = line + <usize>((u * step) << 2);
          const share = f32x4.mul(v128.load(j + weightAt), f32x4.splat(tapRow * spline(u)));
          let distance = f32x4.mul(f32x4.abs(f32x4.sub(v128.load(j + lightPlane), light0)), perLuminance);
          if (isGuided) {
            const nx = f32x4.sub(v128.load(j + normalAt), nx0),
              ny = f32x4.sub(v128.load(j + normalAt + second), ny0),
              nz = f32x4.sub(v128.load(j + normalAt + third), nz0);
            const ar = f32x4.sub(v128.load(j + surfaceAt), ar0),
              ag = f32x4.sub(v128.load(j + surfaceAt + second), ag0),
              ab = f32x4.sub(v128.load(j + surfaceAt + third), ab0);
            const turned = f32x4.add(f32x4.add(f32x4.mul(nx, nx), f32x4.mul(ny, ny)), f32x4.mul(nz, nz));
            const other = f32x4.add(f32x4.add(f32x4.mul(ar, ar), f32x4.mul(ag, ag)), f32x4.mul(ab, ab));
            distance = f32x4.add(
              distance,
              f32x4.add(
                f32x4.mul(turned, f32x4.splat(NORMAL_STOP)),
                f32x4.mul(other, f32x4.splat(ALBEDO_STOP)),
              ),
            );
          }
          // (1 - d/8)^8 in place of exp(-d): the same bits in every engine, and faster.
          let fall = f32x4.pmax(zero, f32x4.sub(one, f32x4.mul(distance, eighth)));
          fall = f32x4.mul(fall, fall);
          fall = f32x4.mul(fall, fall);
          fall = f32x4.mul(fall, fall);
          const w = f32x4.mul(fall, share);
          total = f32x4.add(total, w);
          r = f32x4.add(r, f32x4.mul(v128.load(j + fromAt), w));
          if (isThree) {
            g = f32x4.add(g, f32x4.mul(v128.load(j + fromAt + second), w));
            b = f32x4.add(b, f32x4.mul(v128.load(j + fromAt + third), w));
          }
          variance = f32x4.add(variance, f32x4.mul(v128.load(j + leftAt), f32x4.mul(w, w)));
        }
      }
      const inverse = f32x4.div(one, total);
      v128.store(at + toAt, v128.bitselect(f32x4.mul(r, inverse), v128.load(at + fromAt), isNoisy));
      if (isThree) {
        v128.store(
          at + toAt + second,
          v128.bitselect(f32x4.mul(g, inverse), v128.load(at + fromAt + second), isNoisy),
        );
        v128.store(
          at + toAt + third,
          v128.bitselect(f32x4.mul(b, inverse), v128.load(at + fromAt + third), isNoisy),
        );
      }
      const after = f32x4.pmax(
        f32x4.mul(variance, f32x4.mul(inverse, inverse)),
        f32x4.mul(noise, f32x4.splat(leastLeft)),
      );
      v128.store(at + plane(leftTo), v128.bitselect(after, v128.load(at + leftAt), isNoisy));
      const weighed = f32x4.mul(lightAt(at + toAt, channels), own);
      v128.store(at + plane(F.WEIGHED), v128.and(f32x4.gt(own, zero), weighed));
    }
    sealAll(row, y, to, channels);
    seal(row + plane(leftTo), y);
    seal(row + plane(F.WEIGHED), y);
  }
}
