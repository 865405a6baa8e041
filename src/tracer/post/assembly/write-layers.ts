import * as F from '../filter-layout.ts';
import { openFrame, plane, rowOf, sealAll, width, word } from './frame.ts';

/** Shares of a pixel below it are none: a plate keeps its own bytes there. */
const LEAST_SHARE: f32 = 1.0 / 4096.0;
/** Product and floor that cover more of a pixel are a product and a cyclorama: see `Accumulation`. */
const MOST_COVER: f32 = 1.0 + 1.0 / 4096.0;

function get(place: usize, slot: i32): f32 {
  return load<f32>(place + plane(slot));
}

/** Puts cleaned guides of veils in place of their own. */
export function takeVeils(frame: usize, y0: i32, y1: i32, clean: i32, isAlbedo: i32): void {
  openFrame(frame);
  for (let y = y0; y < y1; y++) {
    const row = rowOf(y);
    for (let x = 0; x < width; x++) {
      const place = row + ((<usize>x) << 2);
      if (get(place, F.WEIGHT) == 0) continue;
      if (isAlbedo) {
        for (let k = 0; k < 3; k++) store<f32>(place + plane(F.ALBEDO + k), get(place, clean + k));
        continue;
      }
      const cover = Mathf.min(1, Mathf.max(0, get(place, clean)));
      store<f32>(place + plane(F.COVER), cover);
      store<f32>(place + plane(F.GROUND), Mathf.min(1 - cover, Mathf.max(0, get(place, clean + 1))));
    }
    sealAll(row, y, F.COVER, 5);
  }
}

/** The product's clean light with its albedo again, what it covers, and what the floor covers. */
export function writeProduct(frame: usize, y0: i32, y1: i32, clean: i32): void {
  openFrame(frame);
  const object = word(F.FRAME_OBJECT),
    coverage = word(F.FRAME_COVERAGE),
    floorCoverage = word(F.FRAME_FLOOR_COVERAGE);
  for (let y = y0; y < y1; y++) {
    const row = rowOf(y);
    for (let x = 0; x < width; x++) {
      const place = row + ((<usize>x) << 2),
        i = <usize>(y * width + x);
      for (let k = 0; k < 3; k++)
        store<f32>(object + ((i * 3 + <usize>k) << 2), get(place, clean + k) * get(place, F.SURFACE + k));
      store<f32>(coverage + (i << 2), get(place, F.WEIGHT));
      store<f32>(floorCoverage + (i << 2), get(place, F.GROUND));
    }
  }
}

/** The floor's clean light; that of a cyclorama is added to the product's layer, which has the rest of it. */
export function writeFloor(frame: usize, y0: i32, y1: i32, clean: i32): void {
  openFrame(frame);
  const floor = word(F.FRAME_FLOOR),
    object = word(F.FRAME_OBJECT),
    floorCoverage = word(F.FRAME_FLOOR_COVERAGE);
  for (let y = y0; y < y1; y++) {
    const row = rowOf(y);
    for (let x = 0; x < width; x++) {
      const place = row + ((<usize>x) << 2),
        i = <usize>(y * width + x);
      const cover = get(place, F.COVER),
        ground = get(place, F.GROUND);
      const isCyclorama = cover + ground > MOST_COVER;
      if (isCyclorama) store<f32>(floorCoverage + (i << 2), 0);
      for (let k = 0; k < 3; k++) {
        const at = (i * 3 + <usize>k) << 2,
          value = get(place, clean + k);
        store<f32>(floor + at, isCyclorama ? 1 : value);
        if (!isCyclorama) continue;
        const changed = load<f32>(object + at) + ((value - 1) * ground) / cover;
        store<f32>(object + at, Mathf.max(0, changed));
      }
    }
  }
}

/** Fills in pixels that see the floor alone. @param share Plane of the clean share that is mirrored. */
export function writeReflection(frame: usize, y0: i32, y1: i32, clean: i32, share: i32): void {
  openFrame(frame);
  const object = word(F.FRAME_OBJECT),
    coverage = word(F.FRAME_COVERAGE),
    floorCoverage = word(F.FRAME_FLOOR_COVERAGE);
  for (let y = y0; y < y1; y++) {
    const row = rowOf(y);
    for (let x = 0; x < width; x++) {
      const place = row + ((<usize>x) << 2),
        i = <usize>(y * width + x);
      if (get(place, F.WEIGHT) == 0) continue;
      const alpha = Mathf.min(1, get(place, share));
      const all = get(place, F.GROUND) + get(place, F.SURFACE);
      const isSeen = alpha >= LEAST_SHARE;
      store<f32>(coverage + (i << 2), isSeen ? alpha : 0);
      store<f32>(floorCoverage + (i << 2), isSeen ? Mathf.max(0, all - alpha) : all);
      for (let k = 0; k < 3; k++)
        store<f32>(object + ((i * 3 + <usize>k) << 2), isSeen ? get(place, clean + k) / alpha : 0);
    }
  }
}
