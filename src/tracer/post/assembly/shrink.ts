import * as F from '../filter-layout.ts';
import { height, openFrame, sumsOf, width, word } from './frame.ts';

/** Floats per pixel of one of the sums, as `PLANES` has them. */
function floatsOf(index: i32): i32 {
  return index < 2 ? 4 : index < 4 ? 3 : 1;
}

/**
 * Adds blocks of pixels together, for rows of a small picture, whose sums follow each other where the frame's planes begin. Blocks
 * at the border may hold fewer pixels; their sums are scaled up.
 */
export function shrinkRows(frame: usize, y0: i32, y1: i32, factor: i32, across: i32, down: i32): void {
  openFrame(frame);
  let to = word(F.FRAME_PLANES);
  for (let plane = 0; plane < F.SUM_COUNT; plane++) {
    const floats = floatsOf(plane);
    const from = sumsOf(plane);
    for (let y = y0; y < y1; y++) {
      const top = y * factor,
        bottom = min(height, top + factor);
      for (let x = 0; x < across; x++) {
        const left = x * factor,
          right = min(width, left + factor);
        const scale = <f64>(factor * factor) / <f64>((bottom - top) * (right - left));
        for (let k = 0; k < floats; k++) {
          let sum: f64 = 0;
          for (let v = top; v < bottom; v++) {
            const end = from + ((<usize>((v * width + right) * floats + k)) << 2);
            for (
              let at = from + ((<usize>((v * width + left) * floats + k)) << 2);
              at < end;
              at += (<usize>floats) << 2
            )
              sum += <f64>load<f32>(at);
          }
          store<f32>(to + ((<usize>((y * across + x) * floats + k)) << 2), <f32>(sum * scale));
        }
      }
    }
    to += (<usize>(across * down * floats)) << 2;
  }
}
