import { isAbort } from '../../../contract/failure.ts';
import type { Fidelity } from '../../../contract/http/renders.ts';
import type { Pixels } from '../../images/pictures.ts';
import { isStoreAway } from '../../storage/s3-failures.ts';
import { findEngine } from '../engines/find-engine.ts';
import { listMeasuredFiles } from '../fidelity/list-measured-files.ts';
import type { RenderRow } from '../find-render.ts';
import { readPatiently } from '../orders/patient-store.ts';
import { readFiles } from '../orders/read-files.ts';
import type { FinishedImage } from './keep-image.ts';
import type { RenderDeps } from './render-deps.ts';

/**
 * Measures an image's fidelity to its scene, for engines that generate pictures. A failure to measure is not one of the render.
 *
 * @param stopping Aborts when this process stops: a store that is away then is not waited for.
 * @throws StoreAway; what `signal` or `stopping` aborts with.
 */
export async function judgeImage(
  deps: RenderDeps,
  { id: renderId, userId, engine, recipe }: RenderRow,
  image: FinishedImage,
  signal: AbortSignal,
  stopping: AbortSignal,
): Promise<Fidelity | null> {
  const { engines, pictures, logger } = deps;
  if (findEngine(engines, engine).fleet === null) return null;
  try {
    const pixels: Pixels = image.kind === 'encoded' ? image.small : image;
    const work = pictures.workFor({ lane: 'finished', caller: userId, signal });
    const either = AbortSignal.any([signal, stopping]);
    const read = () => readFiles(listMeasuredFiles(recipe), (hash) => readPatiently(deps, hash, either));
    return await work.measureFidelity(recipe, pixels, read);
  } catch (error) {
    signal.throwIfAborted();
    if (isStoreAway(error) || isAbort(error)) throw error;
    logger.warn({ err: error, renderId }, 'the fidelity of an image was not measured');
    return null;
  }
}
