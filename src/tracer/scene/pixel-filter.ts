import { PIXEL_FILTER_STEPS } from '../kernel/layout.ts';
import { sinTurns } from '../portable-maths.ts';

/** Pixels to each side that the filter reaches. 1 blurs as little as a box of one pixel, and has no rings. */
const REACH_PX = 1;
/** Blackman-Harris window, four terms (Harris 1978). */
const TERMS = [0.35875, -0.48829, 0.14128, -0.01168] as const;

/**
 * Where a sample of a pixel is taken: the inverse of the running sum of a Blackman-Harris window, at even steps from 0 to 1,
 * in pixels from the middle. Samples are spread by the filter and all count alike, so that none is shared between pixels.
 */
export function pixelFilter(): Float32Array {
  const offsets = new Float32Array(PIXEL_FILTER_STEPS + 1);
  for (let step = 0; step <= PIXEL_FILTER_STEPS; step++) {
    let [low, high] = [0, 1];
    for (let i = 0; i < 40; i++) {
      const middle = (low + high) / 2;
      if (runningSum(middle) < step / PIXEL_FILTER_STEPS) low = middle;
      else high = middle;
    }
    offsets[step] = (low + high - 1) * REACH_PX;
  }
  return offsets;
}

/** Share of the window before a place in it, 0 to 1. */
function runningSum(place: number): number {
  let sum = TERMS[0] * place;
  for (let k = 1; k < TERMS.length; k++) {
    sum += ((TERMS[k] ?? 0) * sinTurns(k * place)) / (2 * Math.PI * k);
  }
  return sum / TERMS[0];
}
