import type { BackgroundRecipe } from './background-recipes.ts';
import type { Category, MaterialRecipe, Text } from './material-recipe.ts';
import type { Picture } from './picture.ts';
import { averageColour, encodeWebp, luminanceRange, paint, smoothEdges } from './picture.ts';
import { createStillLifePainter } from './still-life.ts';
import type { StyleRecipe } from './style-recipes.ts';

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
  /** What a linear luminance of 1 stands out by, as `bumpTriplanar` takes it. */
  readonly bumpHeightMillimetres: number;
}

/** One row of `content/library.json`. */
export type LibraryRow =
  | MaterialRow
  | (Entry & { readonly kind: 'background' })
  | (Entry & { readonly kind: 'style' });

interface Made {
  readonly row: LibraryRow;
  readonly bytes: Uint8Array;
}

const MATERIAL_SIZE_PX = 1024;
const BACKGROUND_SIZE_PX = 2048;
const STYLE_SIZE_PX = 1024;
const STYLE_QUALITY = 90;
/** WebP smooths away the grain below this, and the graphite sweep then shows steps 24 px wide (90) or 9 px (94). */
const BACKGROUND_QUALITY = 95;

export async function makeMaterial(recipe: MaterialRecipe): Promise<Made> {
  const picture = paint(recipe.createPainter(), MATERIAL_SIZE_PX);
  const bump = recipe.reliefMillimetres / luminanceRange(picture);
  return {
    row: {
      kind: 'material',
      slug: recipe.slug,
      name: recipe.name,
      category: recipe.category,
      file: `materials/${recipe.slug}.webp`,
      ...sizeOf(picture),
      tileSizeMetres: recipe.tileSizeMetres,
      metalness: recipe.metalness,
      roughness: recipe.roughness,
      bumpHeightMillimetres: Math.round(bump * 1000) / 1000,
      averageColour: averageColour(picture),
    },
    bytes: await encodeWebp(picture, recipe.webpQuality),
  };
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
    bytes: await encodeWebp(picture, BACKGROUND_QUALITY),
  };
}

export async function makeStyle(recipe: StyleRecipe): Promise<Made> {
  const painter = createStillLifePainter(recipe.life);
  const picture = paint(painter, STYLE_SIZE_PX);
  smoothEdges(painter, picture);
  return {
    row: {
      kind: 'style',
      slug: recipe.slug,
      name: recipe.name,
      file: `styles/${recipe.slug}.webp`,
      ...sizeOf(picture),
      averageColour: averageColour(picture),
    },
    bytes: await encodeWebp(picture, STYLE_QUALITY),
  };
}

function sizeOf(picture: Picture): { widthPx: number; heightPx: number } {
  return { widthPx: picture.sizePx, heightPx: picture.sizePx };
}
