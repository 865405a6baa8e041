import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { ChannelPreset } from '../../contract/files/channel-presets.ts';
import type { RecipePicture } from '../../contract/files/recipe-picture.ts';
import type { RenderEngine } from '../../server/renders/engines/engine.ts';
import { makePicture } from '../engine/make-picture.ts';
import { openEngine } from '../engine/open-engine.ts';
import { UsageError } from '../options/usage-error.ts';
import { carryRecipe, formatOf } from '../output/carry-recipe.ts';
import { describeRenderWarning } from '../output/describe-warning.ts';
import { isMade } from '../output/read-picture.ts';
import { checkWritable, writeWhole } from '../output/write-whole.ts';
import { createHeldFiles, type HeldFiles } from '../recipe/held-files.ts';
import { type Library, openLibrary } from '../recipe/open-library.ts';
import { openRemote } from '../remote/open-remote.ts';
import type { ServerChoice } from '../remote/read-server.ts';
import { type Draw, renderRemotely } from '../remote/render-remotely.ts';
import type { Outside } from './command.ts';
import type { ShotPlan } from './plan-shot.ts';

/** What a file shows of a picture. */
export type PictureKind = Pick<ShotPlan, 'isTransparent' | 'hasAlpha' | 'channel'>;

/** Where pictures are made: one engine, the files it reads, and the library. */
export interface RenderSession {
  readonly engine: RenderEngine;
  readonly files: HeldFiles;
  readonly library: Library;
  /**
   * Makes a picture and writes it with its recipe.
   *
   * @param kind Of the product alone the recipe keeps layers.
   */
  draw(picture: RecipePicture, kind: PictureKind, out: string): Promise<void>;
  /** Whether a file is this very picture; of a server's, made by whichever build it has. */
  isMade(out: string, picture: RecipePicture, kind: PictureKind): Promise<boolean>;
}

/**
 * Opens a session for some work, and closes it however that ends.
 *
 * @param server Makes the pictures; null: they are made here.
 */
export async function withRenderSession(
  outside: Outside,
  server: ServerChoice | null,
  work: (session: RenderSession) => Promise<void>,
): Promise<void> {
  const { program, tell, signal } = outside;
  const files = createHeldFiles();
  const library = await openLibrary(program.contentDir);
  const engine = openEngine(program, files, server === null);
  const drawHere: Draw = async (picture, isTransparent, progress) => {
    const warned = (warning: Parameters<typeof describeRenderWarning>[0]) =>
      tell.warn(describeRenderWarning(warning));
    const { png, product } = await makePicture(engine, files, picture, { progress, warned }, signal);
    if (isTransparent && product === null) throw new Error('the engine kept no layers');
    return { png: isTransparent && product !== null ? product : png, picture, told: {} };
  };
  const make = server === null ? drawHere : renderRemotely(openRemote(server, outside), files, signal);
  const draw: RenderSession['draw'] = async (wanted, { isTransparent, hasAlpha, channel }, out) => {
    const progress = (percent: number, step: string): void => tell.progress(percent, step, out);
    const { png, picture, told } = await make(wanted, isTransparent, progress);
    const fitted = channel === null ? png : await fitLate(png, channel);
    const bytes = await carryRecipe(fitted, formatOf(out, hasAlpha), picture);
    signal.throwIfAborted();
    await writeWhole(out, bytes);
    const { widthPx, heightPx } = channel ?? picture.recipe;
    tell.wrote(out, false, { widthPx, heightPx, sizeBytes: bytes.byteLength, ...told });
  };
  const isThere: RenderSession['isMade'] = (out, picture, kind) =>
    isMade(out, picture, kind, server !== null);
  try {
    await work({ engine, files, library, draw, isMade: isThere });
  } finally {
    await engine.close();
  }
}

/** Known before the work, not after it. @throws UsageError where there is no folder for a file, or none that takes it. */
export async function checkFolderOf(out: string): Promise<void> {
  const folder = dirname(out);
  const info = await stat(folder).catch(() => null);
  if (info?.isDirectory() !== true) throw new UsageError(`There is no folder ${folder} to write into.`);
  await checkWritable(folder);
}

/** Only who has a channel loads the image library. */
async function fitLate(png: Uint8Array, channel: ChannelPreset): Promise<Uint8Array> {
  const { fitChannel } = await import('../output/fit-channel.ts');
  return fitChannel(png, channel);
}
