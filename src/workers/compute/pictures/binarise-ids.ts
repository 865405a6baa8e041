/** Ids of an ID pass are 16 bits wide. */
const ID_COUNT = 65_536;
const WHITE = 0xffffffff;
const BLACK = 0xff000000;

/**
 * White where an ID pass shows one of `slots`, black elsewhere, opaque.
 *
 * @param ids RGBA bytes; red + 256 * green is material slot + 1, 0 is background. Not changed.
 * @returns RGBA of the same size, and the share of white pixels, 0 to 1.
 */
export function binariseIds(
  ids: Uint8Array<ArrayBuffer>,
  slots: readonly number[],
): { pixels: Uint8ClampedArray<ArrayBuffer>; coverage: number } {
  const colours = new Uint32Array(ID_COUNT).fill(BLACK);
  for (const slot of slots) if (slot >= 0 && slot < ID_COUNT - 1) colours[slot + 1] = WHITE;
  // One 32-bit word a pixel is twice as fast as bytes. All browsers run little-endian.
  const from = new Uint32Array(ids.buffer, ids.byteOffset, ids.byteLength >> 2);
  const to = new Uint32Array(from.length);
  let whiteCount = 0;
  for (let pixel = 0; pixel < from.length; pixel++) {
    const colour = colours[(from[pixel] ?? 0) & 0xffff] ?? BLACK;
    to[pixel] = colour;
    if (colour === WHITE) whiteCount++;
  }
  return {
    pixels: new Uint8ClampedArray(to.buffer),
    coverage: from.length === 0 ? 0 : whiteCount / from.length,
  };
}
