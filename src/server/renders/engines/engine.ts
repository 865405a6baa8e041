import type { EngineName } from '../../../contract/engine-name.ts';
import type { LayerKind } from '../../../contract/files/picture-layers.ts';
import type { EngineServer, WorkflowReport } from '../../../contract/http/engines.ts';
import type { KeptProduct } from '../../../contract/http/renders.ts';
import type { ContentHash } from '../../../contract/ids.ts';
import type { EngineBuild, Provenance, RenderSpec, RenderWarning } from '../../../contract/render-spec.ts';
import type { Pixels } from '../../images/pictures.ts';

/** What an engine may ask for while it works. */
export interface EngineContext {
  /** A file the recipe names, whole. The engine owns the bytes. */
  readFile(hash: ContentHash): Promise<Uint8Array>;
  /** What the last attempt at this order left with {@link keepHandle}; null at the first. */
  readonly handle: string | null;
  /**
   * Kept with the order, at most 4,000 characters, so that the next attempt finds a job on a server again instead of
   * starting a second one.
   *
   * @param handle Null forgets it.
   */
  keepHandle(handle: string | null): Promise<void>;
  /** Images that an earlier attempt finished, by batch index: they need not be made again. */
  readonly finished: ReadonlySet<number>;
  /** What these, or the pictures that the order repeats, were made with, the latest last; empty for a first attempt at a new order. */
  readonly madeBefore: readonly Provenance[];
  /** False: nobody looks at previews, and an engine need not make any. */
  readonly isWatched?: boolean;
}

export type EngineEvent =
  | {
      readonly kind: 'progress';
      /** 0 to 100 over the whole order, never falling. */
      readonly percent: number;
      /** Stable id of the step. */
      readonly nodeId: string;
    }
  | {
      readonly kind: 'preview';
      /** RGBA, 8 bits, row 0 at the top; at most 512 px. */
      readonly rgba: Uint8Array;
      readonly widthPx: number;
      readonly heightPx: number;
    }
  | {
      /** What the next images are made with, once for each job on a server. */
      readonly kind: 'made';
      readonly provenance: Provenance;
    }
  | {
      /** Drawn in another way than the scene has it; the pictures are made all the same. */
      readonly kind: 'warned';
      readonly warning: RenderWarning;
    }
  | {
      /** A file for compositing, of the image that comes next; only where the recipe keeps layers. */
      readonly kind: 'layer';
      readonly layer: LayerKind;
      readonly bytes: Uint8Array;
    }
  | {
      readonly kind: 'image';
      /** 0 to batch size - 1, each once, in order; those of {@link EngineContext.finished} may be left out. */
      readonly batchIndex: number;
      /** RGBA, 8 bits, row 0 at the top, of `outputSize(recipe)`. */
      readonly rgba: Uint8Array;
      readonly widthPx: number;
      readonly heightPx: number;
    }
  | {
      /** An image that the engine encoded itself, because it may be too large to be handed on in pixels. */
      readonly kind: 'encoded';
      /** As an image has it. */
      readonly batchIndex: number;
      /** Lossless, without alpha. */
      readonly png: Uint8Array;
      readonly widthPx: number;
      readonly heightPx: number;
      /** To look at: the image itself, or a smaller one of a large image. */
      readonly small: Pixels;
      /** How the product was kept that an AI engine painted around; absent: it was not kept apart. */
      readonly keptProduct?: KeptProduct;
    };

/**
 * Reason of an abort that ends this attempt and not the order: what goes on elsewhere may go on for the next attempt,
 * see {@link EngineContext.handle}.
 */
export class AttemptEnded extends DOMException {
  constructor() {
    super('The work is left to another attempt', 'AbortError');
  }
}

/** What an engine works in, its thread or process, has died under the order: it may be taken up again. */
export class EngineDied extends Error {}

/**
 * A program that makes the pictures of a recipe. One file in this folder each; nothing outside it knows which one runs.
 * An engine never works on the thread that answers people.
 */
export interface RenderEngine {
  readonly name: EngineName;
  /** Which program it is, for the recipe: equal builds make equal bytes of equal recipes. */
  build(): Promise<EngineBuild>;
  /**
   * What this engine cannot draw of an order, by name; empty when it can.
   *
   * @throws AppError `model-unreadable`, `model-too-complex`, `product-not-kept`.
   */
  check(recipe: RenderSpec, signal: AbortSignal): Promise<string[]>;
  /**
   * Makes the pictures. Aborting rejects with an `AbortError` within 0.3 s and frees everything.
   *
   * @throws AppError for what it can name; {@link EngineDied}; any other error counts as `engine-failed`.
   */
  run(recipe: RenderSpec, context: EngineContext, signal: AbortSignal): AsyncIterable<EngineEvent>;
  /** Orders it can hold at once now; 0 while nothing is there to work on them. */
  capacity(): number;
  /** The servers behind it; null for the built-in one. */
  readonly fleet: EngineFleet | null;
  /** Ends threads and connections. */
  close(): Promise<void>;
}

/** Servers that come and go. */
export interface EngineFleet {
  servers(): EngineServer[];
  /** Operator's own graphs, as read at the start. */
  workflows(): WorkflowReport[];
  /** Tells of every change of {@link RenderEngine.capacity} and {@link servers}. */
  onChange(listener: () => void): () => void;
  /**
   * Makes a tiny picture on one server.
   *
   * @throws AppError `engine-unavailable`, `engine-failed`.
   */
  test(serverId: string, signal: AbortSignal): Promise<void>;
}

/** The engines of one process by name. */
export type Engines = ReadonlyMap<EngineName, RenderEngine>;
