import type { ContentHash } from '../contract/ids.ts';
import type { StudioNodeId } from '../contract/render-nodes.ts';
import type { RenderWarning, TracedSpec } from '../contract/render-spec.ts';
import type { CheckpointStore } from './checkpoint.ts';
import type { ImageCodecs } from './gltf/decode-image.ts';
import type { GeometryDecoders } from './gltf/load-model.ts';
import type { DrawnLayer } from './layers/draw-layers.ts';
import type { SeparateLayers } from './layers/separate-layers.ts';
import type { SampleBudget } from './plan-samples.ts';
import type { TraceReply, TraceRequest } from './trace-worker.ts';

/** What others painted around a product: it stands in the place of the backdrop, and lights nothing. */
export interface Surroundings {
  /** Of the picture's size: RGBA, sRGB, 8 bits, row 0 at the top; taken as opaque. */
  readonly rgba: Uint8Array;
  /** How much of the product's shadow is painted in it, 0 to 1: that much is not drawn again. */
  readonly shadowShare: number;
  /** The same of what the floor mirrors of the product. */
  readonly reflectionShare: number;
}

/** One order: the recipe and the bytes of the files it names. */
export interface TraceJob {
  readonly spec: TracedSpec;
  /** At least those that `listTracedFiles` names. */
  readonly files: ReadonlyMap<ContentHash, Uint8Array>;
  /** Pictures of the batch that are there already and are not made again. */
  readonly skips?: readonly number[];
  /**
   * What stands around the product in place of the backdrop, of an order of one picture without layers: it is made once before each
   * of them, `imageIndex` by their place, in any order. What is traced whole is traced once for all.
   */
  readonly surroundings?: readonly Surroundings[];
  /** What of the picture is product, shadow and reflection comes before it, and no style grades it. Of pictures that are traced whole. */
  readonly tellsParts?: boolean;
  /** False: nobody looks at previews, and there are none of what is traced whole. True by default. */
  readonly isWatched?: boolean;
}

/** What the tracer needs from the place it runs in. */
export interface TraceHost {
  /** Workers to trace with, 1 to 63. The picture does not depend on it. */
  readonly threadCount: number;
  /** `kernel.wasm`. */
  readonly kernel: WebAssembly.Module;
  /** `kernel-shared.wasm`, or null where workers cannot share memory: each then holds a copy of the scene. */
  readonly sharedKernel: WebAssembly.Module | null;
  readonly codecs: ImageCodecs;
  readonly decoders: GeometryDecoders;
  /** What copies of a scene may take together where workers cannot share memory: fewer of them trace then. Absent: no bound. */
  readonly memoryBytes?: number;
  startWorker(): TraceWorkerPort;
  /** Packs bytes as zlib does (RFC 1950), for the files of kept layers. */
  deflate(bytes: Uint8Array): Uint8Array;
  /** Absent or null: whoever is interrupted begins anew. */
  readonly checkpoints?: CheckpointStore | null;
  /** Milliseconds from any fixed moment, for pacing previews. */
  now(): number;
  /** Lets the host's event loop turn, so that a cancellation is seen between steps. */
  pause(): Promise<void>;
}

/** A started worker that runs `createTraceWorker`. */
export interface TraceWorkerPort {
  post(request: TraceRequest): void;
  /** Called once, before the first post. `onCrash` is for a worker that died. */
  listen(onReply: (reply: TraceReply) => void, onCrash: (reason: string) => void): void;
  /** Stops it at once, in the middle of a tile if need be. */
  end(): void;
}

/**
 * What happens while a picture is made. RGBA arrays are sRGB, 8 bits, row 0 at the top, and belong to the receiver.
 * `progress` is percent of the whole order and never falls.
 */
export type TraceEvent =
  | {
      readonly kind: 'node';
      readonly node: StudioNodeId;
      readonly status: 'running' | 'skipped';
      readonly progress: number;
      /** Which picture of the batch, from 0. */
      readonly imageIndex: number;
      /** Path trace only: pass `pass` of `passCount` is done. */
      readonly pass?: number;
      readonly passCount?: number;
    }
  | {
      readonly kind: 'preview';
      readonly imageIndex: number;
      /** Mean samples per pixel. */
      readonly sampleCount: number;
      readonly widthPx: number;
      readonly heightPx: number;
      readonly rgba: Uint8Array;
    }
  | {
      /** A file of a picture's layers, before the picture; only where the recipe keeps them. */
      readonly kind: 'layer';
      readonly imageIndex: number;
      readonly layer: DrawnLayer;
    }
  | {
      /** Comes before the picture where the job asks for it. */
      readonly kind: 'parts';
      readonly imageIndex: number;
      readonly parts: SeparateLayers;
      /** rgba: the reflection of `parts` as the picture shows it, display-linear, premultiplied. */
      readonly reflection: Float32Array;
      /** How much of the product's pixels show glass, 0 to 1. */
      readonly glassShare: number;
      /** Height of the floor that the product stands on, and the box around it (least x, y, z, then greatest), in the stage frame. */
      readonly floorY: number;
      readonly bounds: readonly number[];
    }
  | {
      readonly kind: 'image';
      readonly imageIndex: number;
      /** Decimal digits: the recipe's seed plus the image's place in the batch. */
      readonly seed: string;
      readonly widthPx: number;
      readonly heightPx: number;
      readonly rgba: Uint8Array;
      /** The same in Display P3, from the scene's light; null where sRGB has all of its colours, and of a large one. */
      readonly wide: Uint8Array | null;
      /** The product alone, RGBA, as `encodeProduct` has it, before surroundings; else null. */
      readonly product: Uint8Array | null;
      readonly sampleCount: number;
      readonly rayCount: number;
    }
  | {
      readonly kind: 'warning';
      readonly warning: RenderWarning;
    };

/** Samples a pixel of each quality: every one gets `least`, then they go where the picture varies most. */
export const SAMPLES_OF_QUALITY = {
  draft: { mean: 3, least: 2, most: 16 },
  standard: { mean: 12, least: 4, most: 64 },
  high: { mean: 42, least: 16, most: 160 },
} as const satisfies Record<string, SampleBudget>;
