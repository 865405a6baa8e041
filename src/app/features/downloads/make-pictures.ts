import type { ExportedPicture, ZipEntry } from '../../../contract/compute-values.ts';
import type { PictureWish } from '../../../contract/files/channel-presets.ts';
import { zipFiles } from '../../browser/zip-files.ts';
import type { App } from '../../core/app.ts';
import { type ChosenPicture, type NamingFacts, namePictures } from '../../orders/name-picture.ts';
import { recipeOfPicture } from '../../texts/recipe-of-picture.ts';
import { loadRecipeFile } from './load-recipe-file.ts';

type Tools = Pick<App, 'compute' | 'server' | 'queries' | 'texts'>;

/** Shares of the work of several pictures that making them takes; packing takes the rest. */
const MAKING = 0.9;

/** What was made of some pictures. */
export interface MadePictures {
  /** A picture, or a ZIP of several; null when it was written to a target. */
  readonly file: Blob | null;
  readonly name: string;
  /** Names of those that have fewer pixels than the channel wants. */
  readonly enlarged: readonly string[];
  /** Names of those whose product the picture cuts off. */
  readonly cutOff: readonly string[];
}

/**
 * One picture as it was wished for, in Display P3 from the scene's light where that was kept. A PNG for no channel has its recipe
 * in it: dropped on the app, it brings that back. One for a shop says nothing of how it was made.
 *
 * @param address Of the picture, or of what is looked at of it.
 * @throws AppError `silhouette-missing`, `image-unreadable`, of a call.
 */
export async function makePicture(
  app: Tools,
  { render, image }: ChosenPicture,
  wish: PictureWish,
  signal: AbortSignal,
  address = image.image,
): Promise<ExportedPicture> {
  const { recipe } = render;
  const { alpha } = recipe.passes;
  const wide = wish.space === 'display-p3' ? image.wide : null;
  const [picture, cover] = await Promise.all([
    app.server.file(wide ?? address, signal),
    alpha === null ? null : loadRecipeFile(app, render.id, alpha, signal),
  ]);
  const space = wide === null ? 'srgb' : 'display-p3';
  const made = await app.compute(signal).exportPicture(picture, cover, wish, space);
  if (wish.channel !== null || wish.format !== 'png') return made;
  const kept = recipeOfPicture(app.texts(), render, image);
  return { ...made, image: await app.compute(signal).writeRecipe(made.image, kept) };
}

/**
 * Makes pictures one after the other; several become one ZIP.
 *
 * @param facts What their names are made from. @param archive Name of that ZIP. @param target Written to as it is made; null collects it.
 * @param onProgress Told the share that is done, 0 to 1.
 * @throws AppError as {@link makePicture}; `device-storage-full`; `AbortError`.
 */
export async function makePictures(
  app: Tools,
  pictures: readonly ChosenPicture[],
  wish: PictureWish,
  facts: NamingFacts,
  archive: string,
  target: FileSystemFileHandle | null,
  onProgress: (fraction: number) => void,
  signal: AbortSignal,
): Promise<MadePictures> {
  const names = namePictures(pictures, facts, wish.channel, wish.format);
  const entries: ZipEntry[] = [];
  const enlarged: string[] = [];
  const cutOff: string[] = [];
  for (const [index, picture] of pictures.entries()) {
    const name = names[index] ?? '';
    const made = await makePicture(app, picture, wish, signal);
    if (made.enlargedBy > 1) enlarged.push(name);
    if (made.isCutOff) cutOff.push(name);
    entries.push({ name, content: made.image });
    onProgress((MAKING * entries.length) / pictures.length);
  }
  const [only] = entries;
  if (entries.length === 1 && only !== undefined) {
    return { file: only.content as Blob, name: only.name, enlarged, cutOff };
  }
  const pack = (share: number) => onProgress(MAKING + (1 - MAKING) * share);
  return { file: await zipFiles(app, entries, target, pack, signal), name: archive, enlarged, cutOff };
}
