import type { TracedSpec } from '../contract/render-spec.ts';
import type { SampleBudget } from './plan-samples.ts';
import type { CompositeOptions } from './post/composite-picture.ts';
import type { SrgbTables } from './post/srgb-tables.ts';
import type { Acceleration } from './scene/build-acceleration.ts';
import type { Backdrop } from './scene/prepare-lighting.ts';
import type { TracerScene } from './scene.ts';
import type { TracePool } from './trace-pool.ts';
import type { TraceProgress } from './trace-progress.ts';

/** One picture of an order, ready to be traced. */
export interface PictureTask {
  readonly spec: TracedSpec;
  readonly imageIndex: number;
  /** The kernel's, 32 bits. */
  readonly seed: number;
  readonly scene: TracerScene;
  readonly acceleration: Acceleration;
  readonly backdrop: Backdrop;
  /** Its light is the backdrop's. */
  readonly look: CompositeOptions;
  readonly budget: SampleBudget;
  /** The backdrop is what others painted around the product (`surround-task.ts`). */
  readonly isSurrounded: boolean;
  /** How much of the floor's reflection is in that already, 0 to 1; 0 of a picture before its own backdrop. */
  readonly reflectionShare: number;
  /** The same before other surroundings, for pictures of the same samples. */
  readonly others: readonly PictureTask[];
  /** Product, shadow and reflection are told apart, before the picture. */
  readonly tellsParts: boolean;
  readonly srgb: SrgbTables;
  readonly pool: TracePool;
  readonly progress: TraceProgress;
  /** Lets the host's event loop turn. @throws An `AbortError` after {@link signal}. */
  readonly step: () => Promise<void>;
  readonly signal: AbortSignal;
}

/** A picture that is finished. */
export interface MadePicture {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly rgba: Uint8Array;
  /** See `compositeWide`. */
  readonly wide: Uint8Array | null;
  /** See `encodeProduct`; null of a picture before its own backdrop. */
  readonly product: Uint8Array | null;
  /** Mean samples per pixel. */
  readonly sampleCount: number;
  readonly rayCount: number;
}

/** Enough for its slide on a fine display. The tracing waits meanwhile: 0.13 s on one core, where 512 take 0.4. */
export const PREVIEW_PX = 256;

/** Samples of the passes; the last number repeats. The first ones are short so that a preview comes soon. */
const PASSES = [1, 1, 2, 4, 8] as const;

/** Cuts the samples of a pixel into passes. @param sizes Of the first ones; the last of them repeats. */
export function planPasses(samples: number, sizes: readonly number[] = PASSES): number[] {
  const passes: number[] = [];
  for (let done = 0; done < samples; ) {
    const wanted = sizes[Math.min(passes.length, sizes.length - 1)] ?? 8;
    passes.push(Math.min(wanted, samples - done));
    done += passes.at(-1) ?? samples;
  }
  return passes;
}
