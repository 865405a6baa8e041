import type { BackgroundRecipe } from './background-recipes.ts';
import type { Category, MaterialRecipe, Text } from './material-recipe.ts';
import type { Picture } from './picture.ts';
import {
  averageColour,
  decodeWebp,
  drawNormals,
  drawRoughness,
  encodeWebp,
  luminanceRange,
  paint,
  paintRelief,
} from './picture.ts';
import { traceStillLife } from './still-life.ts';
import type { StyleRecipe } from './style-recipes.ts';
import { traceBall } from './trace-ball.ts';

interface Entry {
  readonly slug: string;
  readonly name: Text;
  /** Path inside `content/`. */
  readonly file: string;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly averageColour: string;
}

interface MaterialRow extends Entry {
  readonly kind: 'material';
  readonly category: Category;
  /** Real-world width of one tile. */
  readonly tileSizeMetres: number;
  readonly metalness: number;
  readonly roughness: number;
  /** What a linear luminance of 1 stands out by, in units of the texture frame. */
  readonly bumpHeightMillimetres: number;
  /** Linear maps that lie as the picture does; none where the surface is flat, or even. */
  readonly normalFile?: string;
  readonly roughnessFile?: string;
  /** A ball of it, for the lists. */
  readonly thumbnailFile: string;
}

/** One row of `content/library.json`. */
export type LibraryRow =
  | MaterialRow
  | (Entry & { readonly kind: 'background' })
  | (Entry & { readonly kind: 'style' });

interface Made {
  readonly row: LibraryRow;
  /** Pictures by their path inside `content/`. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

const MATERIAL_SIZE_PX = 1024;
/** Of normals and roughness: they are shaded, not looked at. */
const MAP_SIZE_PX = 512;
const MAP_QUALITY = 92;
/** As LIBRARY_THUMBNAIL_PX. */
const THUMBNAIL_SIZE_PX = 256;
const THUMBNAIL_QUALITY = 92;
const BACKGROUND_SIZE_PX = 2048;
const STYLE_SIZE_PX = 1024;
const STYLE_QUALITY = 90;
/** WebP smooths away the grain below this, and the graphite sweep then shows steps 24 px wide (90) or 9 px (94). */
const BACKGROUND_QUALITY = 95;

/** Its row and pictures, but for the thumbnail: that is {@link makeBall}'s. */
export async function makeMaterial(recipe: MaterialRecipe): Promise<Made & { readonly row: MaterialRow }> {
  const painter = recipe.createPainter();
  const picture = paint(painter, MATERIAL_SIZE_PX);
  const relief = paintRelief(painter, MAP_SIZE_PX);
  const bump = recipe.reliefMillimetres / luminanceRange(picture);
  const file = `materials/${recipe.slug}.webp`;
  const files = new Map([[file, await encodeWebp(picture, recipe.webpQuality)]]);
  const addMap = async (name: string, map: Picture | null): Promise<string | undefined> => {
    if (map === null) return undefined;
    const path = `materials/${recipe.slug}-${name}.webp`;
    files.set(path, await encodeWebp(map, MAP_QUALITY));
    return path;
  };
  const tallness = recipe.reliefMillimetres / 1000 / recipe.tileSizeMetres;
  const normalFile = await addMap('normal', tallness > 0 ? drawNormals(relief, tallness) : null);
  const roughnessFile = await addMap('roughness', drawRoughness(relief));
  return {
    row: {
      kind: 'material',
      slug: recipe.slug,
      name: recipe.name,
      category: recipe.category,
      file,
      ...sizeOf(picture),
      tileSizeMetres: recipe.tileSizeMetres,
      metalness: recipe.metalness,
      roughness: recipe.roughness,
      bumpHeightMillimetres: Math.round(bump * 1000) / 1000,
      averageColour: averageColour(picture),
      ...(normalFile === undefined ? {} : { normalFile }),
      ...(roughnessFile === undefined ? {} : { roughnessFile }),
      thumbnailFile: `materials/${recipe.slug}-ball.webp`,
    },
    files,
  };
}

/**
 * The thumbnail of a material: a ball of it, from its pictures as they are published.
 *
 * @param files Its pictures by their path inside `content/`.
 * @param kernel `kernel.wasm`.
 * @returns WebP.
 */
export async function makeBall(row: MaterialRow, files: Made['files'], kernel: Uint8Array): Promise<Buffer> {
  const read = async (file: string | undefined): Promise<Picture | null> => {
    const bytes = file === undefined ? undefined : files.get(file);
    return bytes === undefined ? null : decodeWebp(bytes);
  };
  const colour = await read(row.file);
  if (colour === null) throw new Error(`${row.slug} has no picture`);
  const [normal, roughnessMap] = [await read(row.normalFile), await read(row.roughnessFile)];
  const ball = await traceBall({ ...row, colour, normal, roughnessMap }, THUMBNAIL_SIZE_PX, kernel);
  return encodeWebp(ball, THUMBNAIL_QUALITY);
}

export async function makeBackground(recipe: BackgroundRecipe): Promise<Made> {
  const picture = paint(recipe.createPainter(), BACKGROUND_SIZE_PX, 0);
  return {
    row: {
      kind: 'background',
      slug: recipe.slug,
      name: recipe.name,
      file: `backgrounds/${recipe.slug}.webp`,
      ...sizeOf(picture),
      averageColour: averageColour(picture),
    },
    files: new Map([[`backgrounds/${recipe.slug}.webp`, await encodeWebp(picture, BACKGROUND_QUALITY)]]),
  };
}

/** @param kernel `kernel.wasm`. */
export async function makeStyle(recipe: StyleRecipe, kernel: Uint8Array): Promise<Made> {
  const picture = await traceStillLife(recipe.life, STYLE_SIZE_PX, kernel);
  return {
    row: {
      kind: 'style',
      slug: recipe.slug,
      name: recipe.name,
      file: `styles/${recipe.slug}.webp`,
      ...sizeOf(picture),
      averageColour: averageColour(picture),
    },
    files: new Map([[`styles/${recipe.slug}.webp`, await encodeWebp(picture, STYLE_QUALITY)]]),
  };
}

function sizeOf(picture: Picture): { widthPx: number; heightPx: number } {
  return { widthPx: picture.sizePx, heightPx: picture.sizePx };
}
