import type { TextureUse } from '../obj/convert-mtl.ts';
import type { MtlMap } from '../obj/read-mtl.ts';
import { valueAt } from '../pack/pack-finish.ts';
import { type Pixels, writePng } from './convert-image.ts';
import { readPixels } from './read-pixels.ts';

/** A relief of full height over one pixel stands this steep; programs differ, and this looks like Blender's 1. */
const BUMP_SLOPE = 4;

/** What becomes a picture of its own; the others are packed into one. */
export type PictureUse = Exclude<TextureUse, 'roughness' | 'metalness'>;

export interface PreparedTexture {
  readonly picture: Blob;
  /** How steep the material is to make a normal map; heights are as steep as they should be. */
  readonly strength: number;
}

/**
 * Makes of an MTL file's pictures what glTF asks for: a relief given as heights becomes a normal map, and an opacity
 * given as a picture of its own becomes the colour's alpha, or that of a white picture where there is no other. Everything else keeps
 * its bytes, and so does what cannot be decoded.
 *
 * @param alpha Opacity as a picture: its own alpha where it has some, else its brightness.
 */
export async function prepareTexture(
  picture: Blob,
  name: string,
  use: PictureUse,
  map: MtlMap,
  alpha: Blob | null,
): Promise<PreparedTexture> {
  const asItIs = { picture, strength: use === 'colour' || use === 'opacity' ? 1 : map.bump };
  const hasOpacity = alpha !== null && alpha !== picture;
  if (use === 'normals' || (use === 'colour' && !hasOpacity)) return asItIs;
  const pixels = await readPixels(picture, name);
  if (pixels === null) return asItIs;
  if (use === 'relief') {
    if (map.channel === null && isNormalMap(pixels)) return asItIs;
    return { picture: await writePng(toNormals(pixels, map)), strength: 1 };
  }
  if (use === 'opacity')
    return { picture: await writePng(withAlpha(whiteLike(pixels), pixels)), strength: 1 };
  const opacity = alpha === null ? null : await readPixels(alpha, '');
  return opacity === null ? asItIs : { picture: await writePng(withAlpha(pixels, opacity)), strength: 1 };
}

/**
 * Lays a colour under an opacity that came before it, and was made white in its place.
 *
 * @returns Null where one of them cannot be decoded.
 */
export async function layUnderOpacity(colour: Blob, name: string, white: Blob): Promise<Blob | null> {
  const [pixels, opacity] = await Promise.all([readPixels(colour, name), readPixels(white, '')]);
  return pixels === null || opacity === null ? null : writePng(withAlpha(pixels, opacity));
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
function toNormals(heights: Pixels, map: MtlMap): Pixels {
  const { widthPx, heightPx, rgba } = heights;
  const normals = new Uint8ClampedArray(rgba.length);
  const height = (x: number, y: number): number => {
    const at = (((y + heightPx) % heightPx) * widthPx + ((x + widthPx) % widthPx)) * 4;
    return valueAt(heights, at, map);
  };
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const right = ((height(x - 1, y) - height(x + 1, y)) / 2) * BUMP_SLOPE * map.bump;
      const up = ((height(x, y + 1) - height(x, y - 1)) / 2) * BUMP_SLOPE * map.bump;
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

function whiteLike({ widthPx, heightPx, rgba }: Pixels): Pixels {
  return { widthPx, heightPx, rgba: new Uint8ClampedArray(rgba.length).fill(255) };
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
