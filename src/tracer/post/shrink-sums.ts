import type { Accumulation } from '../accumulation.ts';
import { createSums, PLANES } from '../accumulation.ts';

/**
 * Adds blocks of pixels together until neither side is above `maxPx`: a small picture with more samples per pixel.
 * Blocks at the right and lower border may hold fewer pixels; their sums are scaled up.
 */
export function shrinkSums(sums: Accumulation, maxPx: number): Accumulation {
  const factor = Math.ceil(Math.max(sums.widthPx, sums.heightPx) / maxPx);
  const widthPx = Math.ceil(sums.widthPx / factor);
  const heightPx = Math.ceil(sums.heightPx / factor);
  const small = createSums(widthPx, heightPx, sums.sampleCount * factor * factor);
  for (const [name, floats] of PLANES) {
    const from = sums[name];
    const to = small[name];
    const row = new Float64Array(widthPx * floats);
    for (let y = 0; y < heightPx; y++) {
      const rows = Math.min(factor, sums.heightPx - y * factor);
      // Memory is read in its order: once for each preview, all workers wait for this.
      row.fill(0);
      let at = y * factor * sums.widthPx * floats;
      for (let dy = 0; dy < rows; dy++) {
        for (let x = 0; x < widthPx; x++) {
          const columns = Math.min(factor, sums.widthPx - x * factor);
          for (let dx = 0; dx < columns; dx++)
            for (let k = x * floats; k < (x + 1) * floats; k++) row[k]! += from[at++]!;
        }
      }
      for (let x = 0; x < widthPx; x++) {
        const columns = Math.min(factor, sums.widthPx - x * factor);
        const scale = (factor * factor) / (rows * columns);
        for (let k = x * floats; k < (x + 1) * floats; k++) to[y * widthPx * floats + k] = row[k]! * scale;
      }
    }
  }
  return small;
}
