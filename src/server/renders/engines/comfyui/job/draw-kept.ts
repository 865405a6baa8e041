import { isLargePicture } from '../../../../../contract/camera/picture-frame.ts';
import { AppError } from '../../../../../contract/failure.ts';
import { outputSize } from '../../../../../contract/files/output-size.ts';
import type { ContentHash } from '../../../../../contract/ids.ts';
import type { RenderSpec } from '../../../../../contract/render-spec.ts';
import type { EngineContext } from '../../engine.ts';
import { plateSize } from '../../hero/kept-spec.ts';
import type { Painted, ProductTracer, TraceListener } from '../../hero/product-tracer.ts';
import { chooseGraphSize } from '../graph/graph-size.ts';
import type { Dispatch } from './dispatch.ts';
import { toEngineFailure } from './engine-failure.ts';
import { createKeptProgress } from './kept-progress.ts';
import { openOrder } from './order.ts';
import { type OrderEvent, runOrder } from './run-order.ts';

/**
 * Works on one order whose product is kept: traces it before its own background, has the AI paint around that, and lays the
 * product, traced at its full size, over what came back. Where the product cannot be kept apart, that is told, and the order is
 * drawn as any other: its pictures are then told as they were drawn.
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
  const listener = { onProgress: progress.traced, onEvent };
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
  /** Composes what has come by now: pictures of one job come together, and their product is traced once. Large ones one by one. */
  const compose = async (): Promise<void> => {
    const drawn = waiting.splice(0, isLargePicture(size.widthPx, size.heightPx) ? 1 : waiting.length);
    if (drawn.length === 0) return;
    either.throwIfAborted();
    const work = dispatch.pictures.workFor({ lane: 'finished', caller: 'comfyui', signal: either });
    const painted: Painted[] = [];
    for (const { batchIndex, bytes } of drawn) {
      progress.composed(composed, drawn.length, 0);
      const surroundings = await work.settleSurroundings(bytes, plate, size, camera).catch(toEngineFailure);
      painted.push({ batchIndex, surroundings });
    }
    const onProgress = (percent: number) => progress.composed(composed, drawn.length, percent);
    for (const made of await product.compose(recipe, painted, readFile, { onProgress, onEvent }, either))
      tell(made);
    composed += drawn.length;
  };
  let composing: Promise<void> = Promise.resolve();
  const order = openOrder(dispatch, recipe, null, readFile, either, plate);
  const hear = (event: OrderEvent): void => {
    if (event.kind === 'progress') progress.painted(event);
    else if (event.kind !== 'drawn') tell(event);
    else {
      waiting.push(event);
      composing = composing.then(compose);
      composing.catch((error: unknown) => failing.abort(error));
    }
  };
  await runOrder(dispatch, order, context, hear, either);
  await composing;
}
