import * as F from '../filter-layout.ts';

/** The frame at hand. */
export let width: i32 = 0;
export let height: i32 = 0;
export let rowBytes: usize = 0;
export let planeBytes: usize = 0;
let planes: usize = 0;
let frame: usize = 0;

/** Every pass begins with it. */
export function openFrame(at: usize): void {
  frame = at;
  width = load<i32>(at, F.FRAME_WIDTH);
  height = load<i32>(at, F.FRAME_HEIGHT);
  rowBytes = <usize>load<u32>(at, F.FRAME_ROW_BYTES);
  planeBytes = <usize>load<u32>(at, F.FRAME_PLANE_BYTES);
  planes = <usize>load<u32>(at, F.FRAME_PLANES);
}

/** Address that a word of the frame holds. */
export function word(offset: i32): usize {
  return <usize>load<u32>(frame + <usize>offset);
}

/** Address of one of the sums, by its place in `PLANES`. */
export function sumsOf(index: i32): usize {
  return word(F.FRAME_SUMS + (index << 2));
}

/** How far a plane is from the first. */
export function plane(slot: i32): usize {
  return <usize>slot * planeBytes;
}

/** Where a row begins, in the first plane. */
export function rowOf(y: i32): usize {
  return planes + <usize>y * rowBytes;
}

/** Makes what is beside a row that was written zero again. @param row In its own plane. */
export function seal(row: usize, y: i32): void {
  if (y == 0) for (let i = 1; i <= F.SIDE_FLOATS; i++) store<f32>(row - ((<usize>i) << 2), 0);
  for (let i = (<usize>width) << 2; i < rowBytes; i += 4) store<f32>(row + i, 0);
}

/** The same of some planes in a row. */
export function sealAll(row: usize, y: i32, slot: i32, count: i32): void {
  for (let k = 0; k < count; k++) seal(row + plane(slot + k), y);
}
