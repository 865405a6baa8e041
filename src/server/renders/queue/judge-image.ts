import type { Fidelity } from '../../../contract/http/renders.ts';
import type { Pixels } from '../../images/pictures.ts';
import { readStored } from '../../storage/check-file.ts';
import { listMeasuredFiles } from '../fidelity/list-measured-files.ts';
import type { RenderRow } from '../find-render.ts';
import { findEngine } from '../orders/accept-render.ts';
import { readFiles } from '../orders/read-files.ts';
import type { FinishedImage } from './keep-image.ts';
import type { RenderDeps } from './render-deps.ts';

/** Measures an image's fidelity to its scene, for engines that generate pictures. A failure to measure is not one of the render. */
export async function judgeImage(
  { db, engines, storage, pictures, logger }: RenderDeps,
  { id: renderId, userId, engine, recipe }: RenderRow,
  image: FinishedImage,
  signal: AbortSignal,
): Promise<Fidelity | null> {
  if (findEngine(engines, engine).fleet === null) return null;
  try {
    const pixels: Pixels = image.kind === 'encoded' ? image.small : image;
    const work = pictures.workFor({ lane: 'finished', caller: userId, signal });
    const read = () => readFiles(listMeasuredFiles(recipe), (hash) => readStored({ db, storage }, hash));
    return await work.measureFidelity(recipe, pixels, read);
  } catch (error) {
    signal.throwIfAborted();
    logger.warn({ err: error, renderId }, 'the fidelity of an image was not measured');
    return null;
  }
}
