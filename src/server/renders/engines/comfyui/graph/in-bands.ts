import { setImmediate } from 'node:timers/promises';

/** So many pixels take 7 ms at most: nobody who is answered on this thread notices. */
const BAND = 16_384;

/** Works through pixels a band at a time and lets others have their turn in between. */
export async function inBands(pixels: number, work: (from: number, to: number) => void): Promise<void> {
  for (let from = 0; from < pixels; from += BAND) {
    work(from, Math.min(pixels, from + BAND));
    await setImmediate();
  }
}
