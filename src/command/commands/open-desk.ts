import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { RecipePicture } from '../../contract/files/recipe-picture.ts';
import type { RenderEngine } from '../../server/renders/engines/engine.ts';
import { makePicture } from '../engine/make-picture.ts';
import { openEngine } from '../engine/open-engine.ts';
import { UsageError } from '../options/usage-error.ts';
import { carryRecipe, formatOf } from '../output/carry-recipe.ts';
import { describeRenderWarning } from '../output/describe-warning.ts';
import { writeWhole } from '../output/write-whole.ts';
import { createHeldFiles, type HeldFiles } from '../recipe/held-files.ts';
import { type Library, openLibrary } from '../recipe/open-library.ts';
import type { Outside } from './command.ts';

/** Where pictures are made: one engine, the files it reads, and the library. */
export interface Desk {
  readonly engine: RenderEngine;
  readonly files: HeldFiles;
  readonly library: Library;
  /**
   * Makes a picture and writes it with its recipe.
   *
   * @param isTransparent The product alone; its recipe keeps layers.
   */
  draw(picture: RecipePicture, isTransparent: boolean, out: string): Promise<void>;
}

/** Opens a desk for some work, and closes it however that ends. */
export async function atDesk(outside: Outside, work: (desk: Desk) => Promise<void>): Promise<void> {
  const { program, tell, signal } = outside;
  const files = createHeldFiles();
  const library = await openLibrary(program.contentDir);
  const engine = openEngine(program, files);
  const draw: Desk['draw'] = async (picture, isTransparent, out) => {
    const listener = {
      progress: (percent: number, step: string) => tell.progress(percent, step, out),
      warned: (warning: Parameters<typeof describeRenderWarning>[0]) =>
        tell.warn(describeRenderWarning(warning)),
    };
    const { png, product } = await makePicture(engine, files, picture, listener, signal);
    if (isTransparent && product === null) throw new Error('the engine kept no layers');
    const bytes = await carryRecipe(
      isTransparent && product !== null ? product : png,
      formatOf(out, isTransparent),
      picture,
    );
    signal.throwIfAborted();
    await writeWhole(out, bytes);
    const { widthPx, heightPx } = picture.recipe;
    tell.wrote(out, false, { widthPx, heightPx, sizeBytes: bytes.byteLength });
  };
  try {
    await work({ engine, files, library, draw });
  } finally {
    await engine.close();
  }
}

/** Known before the work, not after it. @throws UsageError where there is no folder for a file. */
export async function checkFolderOf(out: string): Promise<void> {
  const folder = dirname(out);
  const info = await stat(folder).catch(() => null);
  if (info?.isDirectory() !== true) throw new UsageError(`There is no folder ${folder} to write into.`);
}
