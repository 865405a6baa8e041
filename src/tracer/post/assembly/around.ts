import { height, openFrame, plane, rowBytes, rowOf, seal, width } from './frame.ts';

/** Sums of pixels to both sides along rows. With {@link meanColumns}, half of a mean over a square. */
export function meanRows(frame: usize, y0: i32, y1: i32, from: i32, to: i32, half: i32): void {
  openFrame(frame);
  const reach = (<usize>half) << 2;
  for (let y = y0; y < y1; y++) {
    const row = rowOf(y) + plane(from),
      out = rowOf(y) + plane(to);
    for (let x: usize = 0; x < (<usize>width) << 2; x += 16) {
      let sum = f32x4.splat(0);
      const end = row + x + reach;
      for (let at = row + x - reach; at <= end; at += 4) sum = f32x4.add(sum, v128.load(at));
      v128.store(out + x, sum);
    }
    seal(out, y);
  }
}

/** Mean of sums of rows; beyond the border there is nothing, which counts. */
export function meanColumns(frame: usize, y0: i32, y1: i32, from: i32, to: i32, half: i32): void {
  openFrame(frame);
  const side = <f32>half * 2 + 1;
  const share = f32x4.splat(1 / (side * side));
  for (let y = y0; y < y1; y++) {
    const out = rowOf(y) + plane(to);
    const first = rowOf(max(0, y - half)) + plane(from),
      last = rowOf(min(height - 1, y + half)) + plane(from);
    for (let x: usize = 0; x < (<usize>width) << 2; x += 16) {
      let sum = f32x4.splat(0);
      for (let at = first + x; at <= last + x; at += rowBytes) sum = f32x4.add(sum, v128.load(at));
      v128.store(out + x, f32x4.mul(sum, share));
    }
    seal(out, y);
  }
}

/** Greatest of pixels to both sides along rows. */
export function greatestRows(frame: usize, y0: i32, y1: i32, from: i32, to: i32, half: i32): void {
  openFrame(frame);
  const reach = (<usize>half) << 2;
  for (let y = y0; y < y1; y++) {
    const row = rowOf(y) + plane(from),
      out = rowOf(y) + plane(to);
    for (let x: usize = 0; x < (<usize>width) << 2; x += 16) {
      let most = f32x4.splat(0);
      const end = row + x + reach;
      for (let at = row + x - reach; at <= end; at += 4) most = f32x4.pmax(most, v128.load(at));
      v128.store(out + x, most);
    }
    seal(out, y);
  }
}

/** Greatest of pixels above and below. */
export function greatestColumns(frame: usize, y0: i32, y1: i32, from: i32, to: i32, half: i32): void {
  openFrame(frame);
  for (let y = y0; y < y1; y++) {
    const out = rowOf(y) + plane(to);
    const first = rowOf(max(0, y - half)) + plane(from),
      last = rowOf(min(height - 1, y + half)) + plane(from);
    for (let x: usize = 0; x < (<usize>width) << 2; x += 16) {
      let most = f32x4.splat(0);
      for (let at = first + x; at <= last + x; at += rowBytes) most = f32x4.pmax(most, v128.load(at));
      v128.store(out + x, most);
    }
    seal(out, y);
  }
}
