import type { ContentHash } from '../../../contract/ids.ts';
import type { EngineBuild, EngineName, RenderSpec } from '../../../contract/render-spec.ts';

/** What an engine may ask for while it works. */
export interface EngineContext {
  /** A file the recipe names, whole. The engine owns the bytes. */
  readFile(hash: ContentHash): Promise<Uint8Array>;
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
      readonly kind: 'image';
      /** 0 to batch size - 1, each once, in order. */
      readonly batchIndex: number;
      /** RGBA, 8 bits, row 0 at the top, of the recipe's size. */
      readonly rgba: Uint8Array;
      readonly widthPx: number;
      readonly heightPx: number;
    };

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
   * @throws AppError `model-unreadable`, `model-too-complex`.
   */
  check(recipe: RenderSpec, signal: AbortSignal): Promise<string[]>;
  /**
   * Makes the pictures. Aborting rejects with an `AbortError` within 0.3 s and frees everything.
   *
   * @throws AppError for what it can name; any other error counts as `engine-failed`.
   */
  run(recipe: RenderSpec, context: EngineContext, signal: AbortSignal): AsyncIterable<EngineEvent>;
  /** Ends threads and connections. */
  close(): Promise<void>;
}

/** The engines of one process by name. */
export type Engines = ReadonlyMap<EngineName, RenderEngine>;
