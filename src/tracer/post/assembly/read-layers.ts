import * as F from '../filter-layout.ts';
import { openFrame, plane, rowOf, seal, sealAll, sumsOf, width } from './frame.ts';

/** Places in `PLANES`. */
const OBJECT = 0;
const FLOOR = 1;
const ALBEDO_SUM = 2;
const NORMAL_SUM = 3;
const LIGHT_SQUARED = 4;
const FLOOR_SQUARED = 5;
export const SAMPLES = 6;
const HALF_LIGHT = 7;
const HALF_FLOOR = 8;
const VEILED = 9;
const ALBEDO_SQUARED = 10;
const COVER_SQUARED = 11;

/** Samples' cover that a mean normal is taken of, at least. */
const LEAST_COVER: f64 = 1e-3;
/** Keeps albedo division away from black. */
const ALBEDO_FLOOR: f64 = 0.02;

/** A float of a pixel that has some. */
function at(plane: usize, pixel: i32, floats: i32, k: i32): f64 {
  return <f64>load<f32>(plane + ((<usize>(pixel * floats + k)) << 2));
}

function put(place: usize, slot: i32, value: f64): void {
  store<f32>(place + plane(slot), <f32>value);
}

function get(place: usize, slot: i32): f64 {
  return <f64>load<f32>(place + plane(slot));
}

export function luminance(r: f64, g: f64, b: f64): f64 {
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Whether every sample of a pixel met a surface that lets paths through by chance. */
function isVeil(pixel: i32): bool {
  const veiled = at(sumsOf(VEILED), pixel, 1, 0);
  return veiled > 1.0 && veiled == at(sumsOf(SAMPLES), pixel, 1, 0);
}

/** Whether no sample of a pixel met the product before the floor: what it has of the product is a reflection. */
function seesOnlyFloor(pixel: i32): bool {
  const normal = sumsOf(NORMAL_SUM),
    albedo = sumsOf(ALBEDO_SUM);
  return (
    at(sumsOf(FLOOR), pixel, 4, 3) > 0.0 &&
    at(normal, pixel, 3, 0) == 0.0 &&
    at(normal, pixel, 3, 1) == 0.0 &&
    at(normal, pixel, 3, 2) == 0.0 &&
    at(albedo, pixel, 3, 0) == 0.0 &&
    at(albedo, pixel, 3, 1) == 0.0 &&
    at(albedo, pixel, 3, 2) == 0.0
  );
}

/** Means of the samples; weighs what is seen through veils. Returns how many pixels that are. */
export function readGuides(frame: usize, y0: i32, y1: i32): i32 {
  openFrame(frame);
  const samples = sumsOf(SAMPLES),
    object = sumsOf(OBJECT),
    floor = sumsOf(FLOOR),
    albedo = sumsOf(ALBEDO_SUM);
  let veils = 0;
  for (let y = y0; y < y1; y++) {
    const row = rowOf(y);
    for (let x = 0; x < width; x++) {
      const i = y * width + x,
        place = row + ((<usize>x) << 2);
      const scale = 1.0 / Math.max(1.0, at(samples, i, 1, 0));
      put(place, F.COVER, Math.min(1.0, at(object, i, 4, 3) * scale));
      put(place, F.GROUND, Math.min(1.0, at(floor, i, 4, 3) * scale));
      for (let k = 0; k < 3; k++) put(place, F.ALBEDO + k, at(albedo, i, 3, k) * scale);
      const isSeen = isVeil(i);
      put(place, F.WEIGHT, isSeen ? 1.0 : 0.0);
      if (isSeen) veils++;
    }
    sealAll(row, y, F.COVER, 6);
  }
  return veils;
}

/** What veils cover, as a layer: product and floor as red and green; or the albedo that is seen on and through them. */
export function readVeils(frame: usize, y0: i32, y1: i32, isAlbedo: i32): void {
  openFrame(frame);
  const samples = sumsOf(SAMPLES),
    squared = sumsOf(isAlbedo ? ALBEDO_SQUARED : COVER_SQUARED);
  for (let y = y0; y < y1; y++) {
    const row = rowOf(y);
    for (let x = 0; x < width; x++) {
      const i = y * width + x,
        place = row + ((<usize>x) << 2);
      const r = get(place, isAlbedo ? F.ALBEDO : F.COVER),
        g = get(place, isAlbedo ? F.ALBEDO + 1 : F.GROUND),
        b = isAlbedo ? get(place, F.ALBEDO + 2) : 0.0;
      put(place, F.COLOUR, r);
      put(place, F.COLOUR + 1, g);
      put(place, F.COLOUR + 2, b);
      let variance = 0.0;
      if (get(place, F.WEIGHT) > 0.0) {
        const n = at(samples, i, 1, 0),
          light = luminance(r, g, b);
        variance = Math.max(0.0, at(squared, i, 1, 0) / n - light * light) / (n - 1.0);
      }
      put(place, F.VARIANCE, variance);
    }
    sealAll(row, y, F.COLOUR, 4);
  }
}

/** The product's layer: light over albedo, guides, and the variance of the mean luminance of that light. */
export function readProduct(frame: usize, y0: i32, y1: i32): void {
  openFrame(frame);
  const samples = sumsOf(SAMPLES),
    object = sumsOf(OBJECT),
    normals = sumsOf(NORMAL_SUM),
    squares = sumsOf(LIGHT_SQUARED),
    halves = sumsOf(HALF_LIGHT);
  for (let y = y0; y < y1; y++) {
    const row = rowOf(y);
    for (let x = 0; x < width; x++) {
      const i = y * width + x,
        place = row + ((<usize>x) << 2);
      const alpha = get(place, F.COVER);
      if (alpha <= 0.0 || seesOnlyFloor(i)) {
        for (let k = F.WEIGHT; k <= F.APART; k++) put(place, k, 0.0);
        continue;
      }
      const n = at(samples, i, 1, 0);
      const scale = 1.0 / Math.max(1.0, n),
        rate = 1.0 / Math.max(1.0, n - 1.0);
      const covered = Math.max(LEAST_COVER, at(object, i, 4, 3));
      let light = 0.0,
        mean = 0.0;
      put(place, F.WEIGHT, alpha);
      for (let k = 0; k < 3; k++) {
        const luma = k == 0 ? 0.2126 : k == 1 ? 0.7152 : 0.0722;
        const surface = Math.min(4.0, get(place, F.ALBEDO + k) / alpha) + ALBEDO_FLOOR;
        const sum = at(object, i, 4, k);
        put(place, F.SURFACE + k, surface);
        put(place, F.NORMAL + k, at(normals, i, 3, k) / covered);
        put(place, F.COLOUR + k, (sum * scale) / (alpha * surface));
        mean += sum * scale * luma;
        light += surface * luma;
      }
      const spread = Math.max(0.0, at(squares, i, 1, 0) * scale - mean * mean) * rate;
      const half = 2.0 * at(halves, i, 1, 0) * scale - mean;
      put(place, F.SPREAD, spread);
      put(place, F.APART, half * half);
      // Coverage alone makes border pixels vary, and colour along with it: that part is not noise of the product's colour.
      const edge = isVeil(i) ? 0.0 : mean * mean * ((1.0 - alpha) / alpha) * rate;
      put(place, F.VARIANCE, Math.max(0.0, spread - edge) / (alpha * alpha * light * light));
    }
    sealAll(row, y, F.WEIGHT, F.APART - F.WEIGHT + 1);
  }
}

/** The floor's layer. */
export function readFloor(frame: usize, y0: i32, y1: i32): void {
  openFrame(frame);
  const samples = sumsOf(SAMPLES),
    floor = sumsOf(FLOOR),
    squares = sumsOf(FLOOR_SQUARED),
    halves = sumsOf(HALF_FLOOR);
  for (let y = y0; y < y1; y++) {
    const row = rowOf(y);
    for (let x = 0; x < width; x++) {
      const i = y * width + x,
        place = row + ((<usize>x) << 2);
      const ground = get(place, F.GROUND);
      put(place, F.WEIGHT, ground);
      if (ground <= 0.0) {
        for (let k = 0; k < 3; k++) put(place, F.COLOUR + k, 1.0);
        put(place, F.VARIANCE, 0.0);
        put(place, F.SPREAD, 0.0);
        put(place, F.APART, 0.0);
        continue;
      }
      const n = at(samples, i, 1, 0);
      const scale = 1.0 / Math.max(1.0, n),
        rate = 1.0 / Math.max(1.0, n - 1.0);
      const r = at(floor, i, 4, 0) * scale,
        g = at(floor, i, 4, 1) * scale,
        b = at(floor, i, 4, 2) * scale;
      put(place, F.COLOUR, r / ground);
      put(place, F.COLOUR + 1, g / ground);
      put(place, F.COLOUR + 2, b / ground);
      const mean = luminance(r, g, b);
      const spread = Math.max(0.0, at(squares, i, 1, 0) * scale - mean * mean) * rate;
      const half = 2.0 * at(halves, i, 1, 0) * scale - mean;
      put(place, F.SPREAD, spread);
      put(place, F.APART, half * half);
      // What is mirrored takes an even share of a floor's coverage.
      const edge = isVeil(i) || seesOnlyFloor(i) ? 0.0 : mean * mean * ((1.0 - ground) / ground) * rate;
      put(place, F.VARIANCE, Math.max(0.0, spread - edge) / (ground * ground));
    }
    sealAll(row, y, F.WEIGHT, 5);
    sealAll(row, y, F.SPREAD, 2);
  }
}

/**
 * What the floor alone mirrors, as a layer that is everywhere: its light, and its share in the first plane of the surface.
 * Returns how many pixels mirror something.
 */
export function readReflection(frame: usize, y0: i32, y1: i32): i32 {
  openFrame(frame);
  const samples = sumsOf(SAMPLES),
    object = sumsOf(OBJECT),
    squares = sumsOf(LIGHT_SQUARED),
    halves = sumsOf(HALF_LIGHT);
  let mirrors = 0;
  for (let y = y0; y < y1; y++) {
    const row = rowOf(y);
    for (let x = 0; x < width; x++) {
      const i = y * width + x,
        place = row + ((<usize>x) << 2);
      const n = at(samples, i, 1, 0);
      const scale = 1.0 / Math.max(1.0, n);
      const isFloor = seesOnlyFloor(i);
      const share = isFloor ? Math.min(1.0, at(object, i, 4, 3) * scale) : 0.0;
      put(place, F.WEIGHT, isFloor ? 1.0 : 0.0);
      put(place, F.SURFACE, share);
      if (share == 0.0) {
        for (let k = F.COLOUR; k <= F.VARIANCE; k++) put(place, k, 0.0);
        put(place, F.SPREAD, 0.0);
        put(place, F.APART, 0.0);
        continue;
      }
      mirrors++;
      const r = at(object, i, 4, 0) * scale,
        g = at(object, i, 4, 1) * scale,
        b = at(object, i, 4, 2) * scale;
      put(place, F.COLOUR, r);
      put(place, F.COLOUR + 1, g);
      put(place, F.COLOUR + 2, b);
      const mean = luminance(r, g, b);
      const spread = Math.max(0.0, at(squares, i, 1, 0) * scale - mean * mean) / Math.max(1.0, n - 1.0);
      const half = 2.0 * at(halves, i, 1, 0) * scale - mean;
      put(place, F.VARIANCE, spread);
      put(place, F.SPREAD, spread);
      put(place, F.APART, half * half);
    }
    sealAll(row, y, F.WEIGHT, 6);
    sealAll(row, y, F.SPREAD, 2);
  }
  return mirrors;
}

/**
 * The share that is mirrored as the layer at hand, with the variance of the mean of samples that each mirror the product, by
 * a share f, or nothing: m (f - m) / n. The largest mean around stands for f, which changes slowly over a floor.
 *
 * @param full Plane of the largest means. @param variance Plane to fill in.
 */
export function readShare(frame: usize, y0: i32, y1: i32, full: i32, variance: i32): void {
  openFrame(frame);
  const samples = sumsOf(SAMPLES);
  for (let y = y0; y < y1; y++) {
    const row = rowOf(y);
    for (let x = 0; x < width; x++) {
      const place = row + ((<usize>x) << 2);
      const mean = get(place, F.SURFACE);
      put(place, F.COLOUR, mean);
      put(
        place,
        variance,
        (mean * Math.max(0.0, get(place, full) - mean)) / Math.max(1.0, at(samples, y * width + x, 1, 0)),
      );
    }
    seal(row + plane(F.COLOUR), y);
    seal(row + plane(variance), y);
  }
}
