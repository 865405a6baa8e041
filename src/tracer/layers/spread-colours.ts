/** Pixels around an edge that take its colour: what a viewer mixes of hidden pixels when it scales a picture. */
const REACH = 4;

/**
 * Gives pixels beside known ones the mean of those, in place, ring by ring: at an edge that is scaled or filtered later
 * no foreign colour comes in.
 *
 * @param rgb Three per pixel. @param isKnown 1 for pixels that keep theirs; those reached become 1.
 */
export function spreadColours(rgb: Float32Array, isKnown: Uint8Array, widthPx: number): void {
  let edge: number[] = [];
  for (let pixel = 0; pixel < isKnown.length; pixel++) {
    if (isKnown[pixel] === 0 && around(isKnown, pixel, widthPx).length > 0) edge.push(pixel);
  }
  for (let ring = 0; ring < REACH && edge.length > 0; ring++) {
    for (const pixel of edge) {
      const known = around(isKnown, pixel, widthPx);
      for (let k = 0; k < 3; k++) {
        let sum = 0;
        for (const near of known) sum += rgb[near * 3 + k] ?? 0;
        rgb[pixel * 3 + k] = sum / known.length;
      }
    }
    for (const pixel of edge) isKnown[pixel] = 1;
    const next = new Set<number>();
    for (const pixel of edge)
      for (const near of neighbours(pixel, widthPx, isKnown.length)) {
        if (isKnown[near] === 0) next.add(near);
      }
    edge = [...next].sort((a, b) => a - b);
  }
}

function around(isKnown: Uint8Array, pixel: number, widthPx: number): number[] {
  return neighbours(pixel, widthPx, isKnown.length).filter((near) => isKnown[near] === 1);
}

function neighbours(pixel: number, widthPx: number, count: number): number[] {
  const column = pixel % widthPx;
  const found: number[] = [];
  for (let dy = -1; dy <= 1; dy++) {
    for (let dx = -1; dx <= 1; dx++) {
      const near = pixel + dy * widthPx + dx;
      if ((dx === 0 && dy === 0) || column + dx < 0 || column + dx >= widthPx) continue;
      if (near >= 0 && near < count) found.push(near);
    }
  }
  return found;
}
