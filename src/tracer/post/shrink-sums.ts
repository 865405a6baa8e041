import { type Accumulation, createSums, PLANES } from '../accumulation.ts';
import { type FilterPlace, layFrame } from './filter-passes.ts';

/**
 * Adds blocks of pixels together until neither side is above `maxPx`: a small picture with more samples per pixel.
 * Blocks at the right and lower border may hold fewer pixels; their sums are scaled up.
 *
 * @param place Used meanwhile; what it held before is gone.
 * @returns Copies: the sums may go on.
 */
export async function shrinkSums(
  sums: Accumulation,
  maxPx: number,
  place: FilterPlace,
): Promise<Accumulation> {
  const factor = Math.ceil(Math.max(sums.widthPx, sums.heightPx) / maxPx);
  const widthPx = Math.ceil(sums.widthPx / factor);
  const heightPx = Math.ceil(sums.heightPx / factor);
  const { address, planes } = layFrame(sums, place);
  await place.run({ frame: address, calls: [['shrinkRows', factor, widthPx, heightPx]] }, heightPx);
  const small = createSums(widthPx, heightPx, sums.sampleCount * factor * factor);
  let at = 0;
  for (const [name] of PLANES) {
    small[name].set(planes.subarray(at, at + small[name].length));
    at += small[name].length;
  }
  return small;
}
