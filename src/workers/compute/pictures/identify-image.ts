/** Picture formats by their first bytes. glTF holds the first five; the others are converted on the way in. */
export type ImageFormat = 'png' | 'jpeg' | 'webp' | 'ktx2' | 'avif' | 'bmp' | 'gif' | 'tga';

const MARKS: readonly (readonly [ImageFormat, number, readonly number[]])[] = [
  ['png', 0, [0x89, 0x50, 0x4e, 0x47]],
  ['jpeg', 0, [0xff, 0xd8, 0xff]],
  ['webp', 8, [0x57, 0x45, 0x42, 0x50]],
  ['ktx2', 0, [0xab, 0x4b, 0x54, 0x58, 0x20, 0x32]],
  ['avif', 4, [0x66, 0x74, 0x79, 0x70, 0x61, 0x76]],
  ['gif', 0, [0x47, 0x49, 0x46, 0x38]],
  ['bmp', 0, [0x42, 0x4d]],
];

/** Of a picture's first bytes, what {@link identifyImage} asks for. */
export const HEAD_BYTES = 18;

/**
 * Names a picture's format.
 *
 * @param head The first {@link HEAD_BYTES} or more.
 * @param name TGA has no mark of its own: the name and the header's fixed fields tell it.
 */
export function identifyImage(head: Uint8Array, name: string): ImageFormat | null {
  const found = MARKS.find(([, start, mark]) => mark.every((byte, at) => head[start + at] === byte));
  if (found !== undefined) return found[0];
  const isTga = /\.tga$/i.test(name) && [1, 2, 3, 9, 10, 11].includes(head[2] ?? 0) && (head[1] ?? 2) < 2;
  return isTga ? 'tga' : null;
}
