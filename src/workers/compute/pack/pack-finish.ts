import { MAX_IMAGE_PIXELS } from '../../../contract/constants.ts';
import type { MtlMap } from '../obj/read-mtl.ts';
import { type Pixels, writePng } from '../pictures/convert-image.ts';
import { readPixels } from '../pictures/read-pixels.ts';

/** A picture of one number a pixel, with how its statement reads it. */
export interface FinishMap {
  readonly picture: Blob;
  readonly name: string;
  readonly map: MtlMap;
}

/**
 * Makes one picture of roughness (green) and metalness (blue), as glTF wants it (glTF 2.0, 5.22.5). A picture that is
 * named for both, in colour, is that already and keeps its bytes; so does one that cannot be decoded. Where only one is
 * given the other is 1, which leaves it to the material's own number. The larger picture decides the size.
 */
export async function packFinish(roughness: FinishMap | null, metalness: FinishMap | null): Promise<Blob> {
  const given = [roughness, metalness].filter((map) => map !== null);
  const [first] = given;
  if (first === undefined) throw new Error('no picture to pack');
  const decoded = new Map<Blob, Pixels>();
  for (const { picture, name } of given) {
    const pixels = decoded.get(picture) ?? (await readPixels(picture, name));
    if (pixels === null) return picture;
    decoded.set(picture, pixels);
  }
  const isBoth = roughness !== null && roughness.picture === metalness?.picture;
  const isNamed = given.some(({ map }) => map.channel !== null);
  const firstPixels = decoded.get(first.picture)!;
  if (isBoth && !isNamed && !isGrey(firstPixels)) return first.picture;

  const sizes = [...decoded.values()].sort((a, b) => b.widthPx * b.heightPx - a.widthPx * a.heightPx);
  const { widthPx, heightPx } = sizes[0] ?? firstPixels;
  if (widthPx * heightPx > MAX_IMAGE_PIXELS) return first.picture;
  const rgba = new Uint8ClampedArray(widthPx * heightPx * 4).fill(255);
  const target = { widthPx, heightPx, rgba };
  if (roughness !== null) writeChannel(target, 1, decoded.get(roughness.picture)!, roughness.map);
  if (metalness !== null) writeChannel(target, 2, decoded.get(metalness.picture)!, metalness.map);
  return writePng(target);
}

function writeChannel(target: Pixels, channel: 1 | 2, source: Pixels, map: MtlMap): void {
  for (let y = 0; y < target.heightPx; y++) {
    const fromY = Math.floor((y * source.heightPx) / target.heightPx);
    for (let x = 0; x < target.widthPx; x++) {
      const fromX = Math.floor((x * source.widthPx) / target.widthPx);
      const value = valueAt(source, (fromY * source.widthPx + fromX) * 4, map);
      target.rgba[(y * target.widthPx + x) * 4 + channel] = Math.round(255 * value);
    }
  }
}

/** The number a statement takes from a pixel, 0 to 1: the channel of `-imfchan`, else the brightness, moved by `-mm`. */
export function valueAt({ rgba }: Pixels, at: number, { channel, base, gain }: MtlMap): number {
  const [red = 0, green = 0, blue = 0, alpha = 0] = rgba.subarray(at, at + 4);
  const value = { r: red, g: green, b: blue, m: alpha, l: (red + green + blue) / 3 }[channel ?? 'l'] / 255;
  return Math.min(1, Math.max(0, base + gain * value));
}

function isGrey({ rgba }: Pixels): boolean {
  const step = 4 * Math.max(1, Math.floor(rgba.length / 4 / 4096));
  for (let at = 0; at < rgba.length; at += step) {
    const [red = 0, green = 0, blue = 0] = rgba.subarray(at, at + 3);
    if (Math.max(red, green, blue) - Math.min(red, green, blue) > 8) return false;
  }
  return true;
}
