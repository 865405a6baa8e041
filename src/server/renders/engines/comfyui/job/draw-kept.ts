import { isLargePicture } from '../../../../../contract/camera/picture-frame.ts';
import { AppError } from '../../../../../contract/failure.ts';
import { outputSize } from '../../../../../contract/files/output-size.ts';
import type { ContentHash } from '../../../../../contract/ids.ts';
import type { RenderSpec } from '../../../../../contract/render-spec.ts';
import type { EngineContext } from '../../engine.ts';
import { plateSize } from '../../hero/kept-spec.ts';
import type { SettledSurroundings } from '../../hero/plate-parts.ts';
import type { Painted, ProductTracer, TraceListener } from '../../hero/product-tracer.ts';
import { chooseGraphSize } from '../graph/graph-size.ts';
import type { Dispatch } from './dispatch.ts';
import { toEngineFailure } from './engine-failure.ts';
import { createKeptProgress } from './kept-progress.ts';
import { openOrder } from './order.ts';
import { type OrderEvent, runOrder } from './run-order.ts';

/** Seeds are whole numbers below this (H11). */
const SEEDS = 2n ** 53n;
/** More than an order has pictures. */
const OTHER_SEED_STEP = 104_729n;

/**
 * Works on one order whose product is kept: traces it before its own background, has the AI paint around that, and lays the
 * product, traced at its full size, over what came back. Surroundings that slid too far are painted once more with another seed.
 * Where the product cannot be kept apart, that is told, and the order is drawn as any other: its pictures are then told as they
 * were drawn.
 *
 * @param tell Hears of it in order; of images by their index.
 * @throws AppError with what the person is to be told; EngineDied; what `signal` aborts with.
 */
export async function drawKept(
  dispatch: Dispatch,
  product: ProductTracer | null,
  recipe: RenderSpec,
  context: EngineContext,
  tell: (event: OrderEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  if (product === null) throw new AppError({ code: 'engine-refused' });
  const readFile = (hash: ContentHash) => context.readFile(hash);
  const wanted = recipe.batchSize - context.finished.size;
  if (wanted === 0) return;
  const progress = createKeptProgress(wanted, tell);
  const onEvent: TraceListener['onEvent'] = tell;

  const graph = chooseGraphSize(recipe.widthPx, recipe.heightPx, dispatch.graphPixels);
  const onWait = (): void => progress.waits(false);
  const listener = { onWait, onProgress: progress.traced, onEvent };
  progress.traced(0);
  const plate = await product.tracePlate(recipe, plateSize(recipe, graph), readFile, listener, signal);
  if (typeof plate === 'string') {
    tell({ kind: 'warned', warning: { kind: 'product-not-kept', name: plate } });
    const { keepsProduct, ...plain } = recipe;
    const order = openOrder(dispatch, plain, null, readFile, signal);
    return runOrder(dispatch, order, context, tell, signal);
  }

  const failing = new AbortController();
  const either = AbortSignal.any([signal, failing.signal]);
  const size = outputSize(recipe);
  const camera = recipe.keepsProduct === 'as-painted' ? recipe.camera : null;
  const waiting: { readonly batchIndex: number; readonly bytes: Uint8Array }[] = [];
  let composed = 0;
  let came = 0;
  /** Of pictures that came and cannot be used: the others are made all the same. */
  const failures: AppError[] = [];
  /** By batch index, what slid too far. */
  const slid = new Map<number, SettledSurroundings>();
  const settle = async (bytes: Uint8Array): Promise<SettledSurroundings> => {
    const work = dispatch.pictures.workFor({ lane: 'finished', caller: 'comfyui', signal: either });
    return work.settleSurroundings(bytes, plate, size, camera).catch(toEngineFailure);
  };
  const lay = async (painted: readonly Painted[]): Promise<void> => {
    if (painted.length === 0) return;
    const onProgress = (percent: number) => progress.composed(composed, painted.length, percent);
    const onTurn = (): void => progress.waits(came < wanted);
    const hears = { onWait: onTurn, onProgress, onEvent };
    for (const made of await product.compose(recipe, painted, readFile, hears, either)) tell(made);
    composed += painted.length;
  };
  /** Composes what has come by now: pictures of one job come together, and their product is traced once. Large ones one by one. */
  const compose = async (): Promise<void> => {
    const drawn = waiting.splice(0, isLargePicture(size.widthPx, size.heightPx) ? 1 : waiting.length);
    if (drawn.length === 0) return;
    either.throwIfAborted();
    const painted: Painted[] = [];
    for (const { batchIndex, bytes } of drawn) {
      progress.composed(composed, drawn.length, 0);
      const surroundings = await settle(bytes).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        failures.push(error);
        return null;
      });
      if (surroundings === null) continue;
      if (surroundings.hasSlid) slid.set(batchIndex, surroundings);
      else painted.push({ batchIndex, surroundings, isRepainted: false });
    }
    await lay(painted);
  };
  let composing: Promise<void> = Promise.resolve();
  const order = openOrder(dispatch, recipe, null, readFile, either, plate);
  const made = [...context.madeBefore];
  const hear = (event: OrderEvent): void => {
    if (event.kind === 'progress') progress.painted(event);
    else if (event.kind !== 'drawn') {
      if (event.kind === 'made') made.push(event.provenance);
      tell(event);
    } else {
      came += 1;
      waiting.push(event);
      composing = composing.then(compose);
      composing.catch((error: unknown) => failing.abort(error));
    }
  };
  /** One picture of the batch with another seed, and what was told of who made it. */
  const paintAgain = async (batchIndex: number) => {
    const other = { ...recipe, seed: otherSeed(recipe.seed) };
    const others = Array.from({ length: recipe.batchSize }, (_, index) => index).filter(
      (i) => i !== batchIndex,
    );
    const told: OrderEvent[] = [];
    const came: Uint8Array[] = [];
    const listen = (event: OrderEvent): void => {
      if (event.kind === 'progress') progress.painted(event);
      else if (event.kind === 'drawn') came.push(event.bytes);
      else if (event.kind === 'made') told.push(event);
      else tell(event);
    };
    const alone = {
      handle: null,
      keepHandle: context.keepHandle,
      finished: new Set(others),
      madeBefore: made,
    };
    const again = openOrder(dispatch, other, null, readFile, either, plate);
    await runOrder(dispatch, again, alone, listen, either);
    const [bytes] = came;
    if (bytes === undefined) throw new Error('a picture that was painted again did not come');
    return { surroundings: await settle(bytes), told };
  };

  const unlessEnded = (error: unknown): null => {
    if (error instanceof AppError && !either.aborted) return null;
    throw error;
  };

  const failed = await runOrder(dispatch, order, context, hear, either).then(
    () => null,
    (error: unknown) => ({ error }),
  );
  // Those that came are pictures, whatever became of the others.
  await composing;
  for (const [batchIndex, first] of slid) {
    // The first one is a picture as well.
    const second = failed === null ? await paintAgain(batchIndex).catch(unlessEnded) : null;
    const isBetter = second !== null && (second.surroundings.shiftPx ?? 0) < (first.shiftPx ?? 0);
    if (isBetter) for (const event of second.told) tell(event);
    await lay([{ batchIndex, surroundings: isBetter ? second.surroundings : first, isRepainted: isBetter }]);
  }
  if (failures[0] !== undefined) throw failures[0];
  if (failed !== null) throw failed.error;
}

/** A seed that no other picture of the order has. */
function otherSeed(seed: string): string {
  return String((BigInt(seed) + OTHER_SEED_STEP) % SEEDS);
}
