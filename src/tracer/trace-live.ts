import type { RenderWarning, TracedSpec } from '../contract/render-spec.ts';
import { openTask } from './open-task.ts';
import { type FinishedPicture, type PictureSize, shrunkSize } from './picture.ts';
import type { PictureTask } from './picture-task.ts';
import { compositePicture } from './post/composite-picture.ts';
import { denoise } from './post/denoise.ts';
import { stepping } from './post/filter-passes.ts';
import { softenCoverage } from './post/soften-coverage.ts';
import { createPartsMaker } from './prepare-parts.ts';
import { openCamera } from './scene/open-camera.ts';
import { packScene } from './scene/pack-scene.ts';
import type { TraceHost, TraceJob } from './trace-events.ts';
import { abortError, createTracePool } from './trace-pool.ts';
import { createProgress } from './trace-progress.ts';
import { traceWhole } from './trace-whole.ts';

/** A picture that is looked at while it is refined. RGBA is sRGB, 8 bits, row 0 at the top, and belongs to the receiver. */
export interface LivePicture extends FinishedPicture {
  /** Mean samples per pixel. */
  readonly sampleCount: number;
  /** It is the picture of the recipe: the same bytes as `tracePicture` makes. */
  readonly isFinished: boolean;
  /** What of the model could not be read. */
  readonly warnings: readonly RenderWarning[];
}

/** Traces what is looked at: one scene after another, of which most are made of what the one before it was made of. */
export interface LiveTracer {
  /**
   * The first picture of a recipe's batch: soon and small, then as large as the recipe says, then finer. Each is whole and
   * denoised. One iteration at a time: begin the next when the last has ended.
   *
   * @param files What `listTracedFiles` names.
   * @param recipe Of a size that can be traced whole, see `BAND_PIXELS`.
   * @throws What `tracePicture` throws; an AbortError soon after the signal.
   */
  refine(recipe: TracedSpec, files: TraceJob['files'], signal: AbortSignal): AsyncGenerator<LivePicture>;
  end(): void;
}

/** The pictures that come before the ones in full size: a part of its sides, and samples of each pixel. */
const COARSE = [
  { divisor: 4, passes: [2] },
  { divisor: 2, passes: [1, 2] },
] as const;
/** Smaller ones say nothing. */
const COARSE_MIN_PX = 96;
/** In full size each shown picture has so many times the samples of the one before it: denoising takes as long as tracing. */
const GROWTH = 1.6;
/** As many as the last coarse picture has on as much of the picture. */
const FIRST_SAMPLES = 2;

/** @param host Its workers are started here; they end with {@link LiveTracer.end}. */
export function createLiveTracer(host: TraceHost): LiveTracer {
  const pool = createTracePool(host);
  const maker = createPartsMaker(host);

  return {
    async *refine(spec, files, signal) {
      const step = async (): Promise<void> => {
        await host.pause();
        if (signal.aborted) throw abortError(signal);
      };
      await step();
      const model = await maker.model(spec, files);
      const { textures, warnings } = await maker.textures(spec, files, model);
      await step();
      const standing = await maker.standing(spec, model);
      await step();
      const backdrop = await maker.backdrop(spec, files);
      await step();
      const parts = { model, textures, standing, backdrop, camera: openCamera(spec) };
      const progress = createProgress(1);
      const task = openTask(spec, parts, 0, {
        srgb: maker.srgb,
        pool,
        progress,
        step,
        signal,
        tellsParts: false,
      });
      for (const { divisor, passes } of COARSE) {
        const size = shrunkSize(spec, divisor);
        if (Math.max(size.widthPx, size.heightPx) < COARSE_MIN_PX) continue;
        const sampleCount = passes.reduce<number>((sum, count) => sum + count, 0);
        const picture = await traceCoarse(task, size, passes, sampleCount);
        yield { ...picture, sampleCount, isFinished: false, warnings };
        await step();
      }
      yield* traceFine(task, host, warnings);
    },
    end: () => pool.end(),
  };
}

async function* traceFine(
  task: PictureTask,
  host: TraceHost,
  warnings: LivePicture['warnings'],
): AsyncGenerator<LivePicture> {
  let due = FIRST_SAMPLES;
  const isDue = (sampleCount: number): boolean => {
    if (sampleCount < due) return false;
    due = sampleCount * GROWTH;
    return true;
  };
  const { widthPx, heightPx } = task.spec;
  const tracing = traceWhole(task, host, { maxPx: Math.max(widthPx, heightPx), isDue });
  for (;;) {
    const { value, done } = await tracing.next();
    if (done) {
      const { rgba, sampleCount } = value;
      yield { widthPx, heightPx, rgba, sampleCount, isFinished: true, warnings };
      return;
    }
    if (value.kind !== 'preview') continue;
    const { rgba, sampleCount } = value;
    yield { widthPx, heightPx, rgba, sampleCount, isFinished: false, warnings };
  }
}

/** A small picture of the same, from the same samples a pixel everywhere. */
async function traceCoarse(
  { scene, acceleration, seed, backdrop, look, pool, srgb, step, signal }: PictureTask,
  size: PictureSize,
  passes: readonly number[],
  sampleCount: number,
): Promise<FinishedPicture> {
  const { lens } = scene.camera;
  await pool.prepare(packScene({ ...scene, camera: { ...scene.camera, ...size } }, acceleration), signal);
  for (const count of passes) await pool.tracePass({ sampleCount: count, seed, plan: null }, signal);
  const sums = pool.accumulation(sampleCount);
  const denoised = await denoise(sums, stepping(pool.filters(signal), step), true);
  const layers = lens === undefined ? denoised : softenCoverage(denoised, sampleCount);
  const { plate, light } = backdrop.draw(size, { top: 0, rows: size.heightPx });
  return compositePicture(layers, plate, { ...look, light }, srgb);
}
