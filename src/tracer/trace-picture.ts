import { isLargePicture } from '../contract/camera/picture-frame.ts';
import { openTask } from './open-task.ts';
import type { PictureTask } from './picture-task.ts';
import { createPartsMaker, type PartsMaker } from './prepare-parts.ts';
import { openCamera } from './scene/open-camera.ts';
import { surroundTask } from './surround-task.ts';
import { BAND_PIXELS, traceBands } from './trace-bands.ts';
import type { TraceEvent, TraceHost, TraceJob } from './trace-events.ts';
import { abortError, createTracePool, type TracePool } from './trace-pool.ts';
import { createProgress } from './trace-progress.ts';
import { finishImage, traceWhole } from './trace-whole.ts';

/**
 * Makes the pictures of an order, one after the other: loads the model once, then lights, traces, denoises and
 * composites each. The bytes depend on the recipe and the seed alone, not on the host or the number of threads.
 *
 * @param host Its workers are started here and ended when the iteration ends, however it ends.
 * @returns Events in order: nodes as they begin, previews at most twice a second, one image per picture. Encoding
 * is left to the host.
 * @param bandPixels Large pictures, and those of more pixels, are made in bands of about as many, in as much memory
 *   (`trace-bands.ts`).
 * @param parts Of the same host, where one order comes after another, of the same product as often as not.
 * @throws AppError `model-unreadable`, `model-too-complex`, `image-unreadable` (background or style), `engine-failed`
 * (a worker died); an `AbortError` soon after the signal.
 */
export async function* tracePicture(
  job: TraceJob,
  host: TraceHost,
  signal: AbortSignal,
  bandPixels = BAND_PIXELS,
  parts = createPartsMaker(host),
): AsyncGenerator<TraceEvent, void, undefined> {
  const { spec } = job;
  // A backdrop is whole up to that side only.
  const isLarge = isLargePicture(spec.widthPx, spec.heightPx) || spec.widthPx * spec.heightPx > bandPixels;
  const progress = createProgress(isLarge ? (job.surroundings?.length ?? spec.batchSize) : spec.batchSize);
  const step = async (): Promise<void> => {
    await host.pause();
    if (signal.aborted) throw abortError(signal);
  };

  // Its threads start while the model is read.
  const pool = createTracePool(host);
  try {
    yield* makePictures(job, host, parts, pool, { progress, step, signal }, isLarge ? bandPixels : null);
  } finally {
    pool.end();
  }
}

/** @param bandPixels Null: of pictures that are traced whole. */
async function* makePictures(
  { spec, files, skips = [], surroundings, tellsParts = false, isWatched = true }: TraceJob,
  host: TraceHost,
  parts: PartsMaker,
  pool: TracePool,
  { progress, step, signal }: Pick<PictureTask, 'progress' | 'step' | 'signal'>,
  bandPixels: number | null,
): AsyncGenerator<TraceEvent, void, undefined> {
  yield progress.begin('load-model', 0);
  await step();
  const model = await parts.model(spec, files);

  yield progress.begin('build-acceleration', 0);
  await step();
  const standing = await parts.standing(spec, model);

  yield progress.begin('prepare-materials', 0);
  await step();
  const { textures, warnings } = await parts.textures(spec, files, model);
  for (const warning of warnings) yield { kind: 'warning', warning };

  const backdrop = await parts.backdrop(spec, files);
  const made = { model, standing, textures, backdrop, camera: openCamera(spec) };

  for (let imageIndex = 0; imageIndex < spec.batchSize; imageIndex++) {
    if (skips.includes(imageIndex)) continue;
    yield progress.begin('prepare-lighting', imageIndex);
    await step();
    const tools = { srgb: parts.srgb, pool, progress, step, signal, tellsParts };
    const lit = openTask(spec, made, imageIndex, tools);
    for (const task of listTasks(lit, surroundings, bandPixels !== null)) {
      const previews = isWatched ? undefined : null;
      const picture = yield* bandPixels === null
        ? traceWhole(task, host, previews)
        : traceBands(task, bandPixels);
      yield finishImage(task, picture);
    }
    await step();
  }
}

/** What is traced of one picture: once, or once before each of its surroundings where their sums cannot be held. */
function listTasks(
  task: PictureTask,
  surroundings: TraceJob['surroundings'],
  isLarge: boolean,
): PictureTask[] {
  if (surroundings === undefined) {
    return [task.tellsParts ? { ...task, look: { ...task.look, style: null } } : task];
  }
  const all = surroundings.map((one, imageIndex) => ({ ...surroundTask(task, one), imageIndex }));
  const [first, ...others] = all;
  return isLarge || first === undefined ? all : [{ ...first, others }];
}
