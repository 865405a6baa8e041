import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../contract/failure.ts';
import type { ChannelPreset } from '../../contract/files/channel-presets.ts';
import type { RecipePicture } from '../../contract/files/recipe-picture.ts';
import { checkImage, inspectImage, openImage } from '../../server/images/open-image.ts';
import { readRecipe } from '../../workers/compute/archive/read-recipe.ts';
import { UsageError } from '../options/usage-error.ts';
import { unwrapRecipe } from './recipe-packet.ts';

/** A picture with its recipe. */
export interface ReadPicture {
  readonly picture: RecipePicture;
  readonly widthPx: number;
  readonly heightPx: number;
  /** It is the product alone. */
  readonly isTransparent: boolean;
}

/** @throws UsageError where there is no such file; AppError `recipe-unreadable`. */
export async function readPicture(path: string): Promise<ReadPicture> {
  const bytes = await readFile(path).catch(() => null);
  if (bytes === null) throw new UsageError(`There is no file ${path}.`);
  return read(bytes, basename(path));
}

async function read(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<ReadPicture> {
  const head = await checkImage(bytes, name).catch(() => null);
  const { widthPx = 0, heightPx = 0 } = head ?? {};
  const { hasAlpha = false, xmp } = head === null ? {} : await openImage(bytes).metadata();
  if (head === null || head.contentType === 'image/png') {
    const picture = await readRecipe(new Blob([bytes]), name);
    return { picture, widthPx, heightPx, isTransparent: hasAlpha };
  }
  const picture = xmp === undefined ? null : unwrapRecipe(xmp.toString('utf8'));
  if (picture === null) throw new AppError({ code: 'recipe-unreadable', name, reason: 'none' });
  return { picture, widthPx, heightPx, isTransparent: hasAlpha };
}

/**
 * Whether a file is this very picture, down to its last pixel: what is cut off, damaged or of another recipe is not.
 *
 * @param isOfAnyBuild Whichever build of the engine made it.
 */
export async function isMade(
  path: string,
  wanted: RecipePicture,
  { hasAlpha, channel }: { readonly hasAlpha: boolean; readonly channel: ChannelPreset | null },
  isOfAnyBuild = false,
): Promise<boolean> {
  const bytes = await readFile(path).catch(() => null);
  if (bytes === null) return false;
  try {
    const { picture, isTransparent: isAlone, ...size } = await read(bytes, basename(path));
    await inspectImage(bytes, basename(path));
    const { engineBuild } = isOfAnyBuild ? picture.recipe : wanted.recipe;
    const expected = { ...wanted, recipe: { ...wanted.recipe, engineBuild } };
    const { widthPx, heightPx } = channel ?? wanted.recipe;
    const isOfSize = size.widthPx === widthPx && size.heightPx === heightPx;
    return isOfSize && isAlone === hasAlpha && isDeepStrictEqual(picture, expected);
  } catch {
    return false;
  }
}
