import { AppError } from '../../contract/failure.ts';
import type { RecipePicture } from '../../contract/files/recipe-picture.ts';
import type { RenderSpec, RenderWarning } from '../../contract/render-spec.ts';
import type { EngineContext, RenderEngine } from '../../server/renders/engines/engine.ts';
import type { HeldFiles } from '../recipe/held-files.ts';

/** Hears of a picture under way. */
export interface PictureListener {
  /** @param percent 0 to 100, never falling. @param step Stable id. */
  progress(percent: number, step: string): void;
  warned(warning: RenderWarning): void;
}

/** A finished picture: lossless PNG, and the product alone with its alpha where the recipe keeps layers. */
export interface MadePicture {
  readonly png: Uint8Array;
  readonly product: Uint8Array | null;
}

/**
 * What of a recipe the engine cannot draw is left out, as a person says yes to in the app, and the recipe says so. A recipe of
 * which all can be drawn stays as it is.
 *
 * @throws AppError for a model that the engine cannot read.
 */
export async function allowReplaced(
  engine: RenderEngine,
  recipe: RenderSpec,
  signal: AbortSignal,
): Promise<RenderSpec> {
  const lacking = await engine.check(recipe, signal);
  return lacking.length === 0 ? recipe : { ...recipe, drawsWithout: true };
}

/**
 * Makes one picture of a recipe.
 *
 * @throws AppError of the engine; an `AbortError` soon after the signal, with all threads ended.
 */
export async function makePicture(
  engine: RenderEngine,
  files: HeldFiles,
  { recipe, imageIndex }: Pick<RecipePicture, 'recipe' | 'imageIndex'>,
  listener: PictureListener,
  signal: AbortSignal,
): Promise<MadePicture> {
  const seed = String(Number(recipe.seed) + imageIndex);
  const context: EngineContext = {
    readFile: (hash) => files.read(hash),
    handle: null,
    keepHandle: async () => {},
    finished: new Set(),
    madeBefore: [],
    isWatched: false,
  };
  let png: Uint8Array | null = null;
  let product: Uint8Array | null = null;
  for await (const event of engine.run({ ...recipe, seed, batchSize: 1 }, context, signal)) {
    if (event.kind === 'progress') listener.progress(event.percent, event.nodeId);
    else if (event.kind === 'warned') listener.warned(event.warning);
    else if (event.kind === 'layer' && event.layer === 'product') product = event.bytes;
    else if (event.kind === 'encoded') png = event.png;
  }
  if (png === null) throw new AppError({ code: 'engine-failed', reason: 'the engine made no picture' });
  return { png, product };
}
