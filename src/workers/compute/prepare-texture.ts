import { MAX_IMAGE_PIXELS } from '../../contract/constants.ts';
import { readImageSize } from '../../tracer/read-image-size.ts';
import { drawPixels, type Pixels, writePng } from './convert-image.ts';
import type { TextureUse } from './convert-mtl.ts';
import { identifyImage } from './identify-image.ts';

/** A relief of full height over one pixel stands this steep; programs differ, and this looks like Blender's 1. */
const BUMP_SLOPE = 4;

/**
 * Makes of an MTL file's pictures what glTF asks for: a relief given as heights becomes a normal map, and an opacity
 * given as a picture of its own becomes the colour's alpha. Everything else keeps its bytes, and so does what cannot be
 * decoded.
 *
 * @param bump Height of the relief.
 * @param alpha Opacity as a picture: its own alpha where it has some, else its brightness.
 */
export async function prepareTexture(
  picture: Blob,
  name: string,
  use: TextureUse,
  bump: number,
  alpha: Blob | null,
): Promise<Blob> {
  const hasOpacity = alpha !== null && alpha !== picture;
  if (use !== 'relief' && !hasOpacity) return picture;
  const pixels = await read(picture, name);
  if (pixels === null) return picture;
  if (use === 'relief') return isNormalMap(pixels) ? picture : writePng(toNormals(pixels, bump));
  const opacity = alpha === null ? null : await read(alpha, '');
  return opacity === null ? picture : writePng(withAlpha(pixels, opacity));
}

async function read(picture: Blob, name: string): Promise<Pixels | null> {
  const head = new Uint8Array(await picture.slice(0, 256 * 1024).arrayBuffer());
  const size = readImageSize(head);
  const format = identifyImage(head, name);
  if (size === null || format === null || size.widthPx * size.heightPx > MAX_IMAGE_PIXELS) return null;
  return drawPixels(picture, `image/${format}`).catch(() => null);
}

/** Normal maps are blue: their mean is near (0.5, 0.5, 1); heights are grey. */
function isNormalMap({ rgba }: Pixels): boolean {
  let [red, blue] = [0, 0];
  const step = 4 * Math.max(1, Math.floor(rgba.length / 4 / 4096));
  for (let at = 0; at < rgba.length; at += step) {
    red += rgba[at] ?? 0;
    blue += rgba[at + 2] ?? 0;
  }
  return blue > red * 1.25;
}

/** Slopes of the heights, which repeat over the edges; green points up, as glTF wants it. */
function toNormals({ widthPx, heightPx, rgba }: Pixels, bump: number): Pixels {
  const normals = new Uint8ClampedArray(rgba.length);
  const height = (x: number, y: number): number => {
    const at = (((y + heightPx) % heightPx) * widthPx + ((x + widthPx) % widthPx)) * 4;
    return ((rgba[at] ?? 0) + (rgba[at + 1] ?? 0) + (rgba[at + 2] ?? 0)) / 765;
  };
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const right = ((height(x - 1, y) - height(x + 1, y)) / 2) * BUMP_SLOPE * bump;
      const up = ((height(x, y + 1) - height(x, y - 1)) / 2) * BUMP_SLOPE * bump;
      const length = Math.sqrt(right * right + up * up + 1);
      const at = (y * widthPx + x) * 4;
      normals[at] = Math.round((right / length / 2 + 0.5) * 255);
      normals[at + 1] = Math.round((up / length / 2 + 0.5) * 255);
      normals[at + 2] = Math.round((1 / length / 2 + 0.5) * 255);
      normals[at + 3] = 255;
    }
  }
  return { widthPx, heightPx, rgba: normals };
}

function withAlpha(colour: Pixels, opacity: Pixels): Pixels {
  const rgba = colour.rgba.slice();
  const hasOwnAlpha = opacity.rgba.some((value, at) => at % 4 === 3 && value < 255);
  for (let y = 0; y < colour.heightPx; y++) {
    const fromY = Math.floor((y * opacity.heightPx) / colour.heightPx);
    for (let x = 0; x < colour.widthPx; x++) {
      const fromX = Math.floor((x * opacity.widthPx) / colour.widthPx);
      const from = (fromY * opacity.widthPx + fromX) * 4;
      rgba[(y * colour.widthPx + x) * 4 + 3] = opacity.rgba[from + (hasOwnAlpha ? 3 : 0)] ?? 255;
    }
  }
  return { ...colour, rgba };
}
