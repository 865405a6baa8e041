import type { ContentHash } from './ids.ts';
import type { StudioNodeId } from './render-nodes.ts';
import type { RenderSpec, RenderWarning, TracedSpec } from './render-spec.ts';

/** An order for Studio in workers of this device. */
export interface DeviceJob {
  readonly recipe: RenderSpec;
  /** Bytes of the files that `listTracedFiles` names. */
  readonly files: ReadonlyMap<ContentHash, Blob>;
  /** Images of the batch that are there already: they are not made again. */
  readonly skips: readonly number[];
  /** As of {@link StudioApi.open}. */
  readonly memoryBytes: number;
  /**
   * Keeps on the device how far it is, so that one that is interrupted goes on, to the same bits; null: it begins anew. What
   * other orders kept goes.
   */
  readonly keep: {
    /** The same for the same recipe alone. */
    readonly key: string;
    /** After one is kept, the next is not before. */
    readonly everyMs: number;
  } | null;
}

/** What happens while the pictures of an order are made on this device; posted to the port of a job. */
export type DeviceEvent =
  /** Hex SHA-256 of the kernel that traces, once it is there. */
  | { readonly kind: 'started'; readonly kernelHash: string }
  | { readonly kind: 'progress'; readonly percent: number; readonly nodeId: StudioNodeId }
  | { readonly kind: 'warned'; readonly warning: RenderWarning }
  /** A small PNG of what is there so far. */
  | { readonly kind: 'preview'; readonly picture: Blob }
  | {
      readonly kind: 'image';
      readonly batchIndex: number;
      readonly widthPx: number;
      readonly heightPx: number;
      /** Lossless PNG of the finished picture. */
      readonly picture: Blob;
    }
  /** Nothing comes after it. */
  | { readonly kind: 'finished' };

/** A scene to look at while its picture is refined. */
export interface LiveJob {
  /** Of a size that is traced whole; the first picture of its batch is shown. */
  readonly recipe: TracedSpec;
  /** Bytes of the files that `listTracedFiles` names. */
  readonly files: ReadonlyMap<ContentHash, Blob>;
}

/** A whole picture of a scene so far: RGBA, sRGB, row 0 at the top. */
export interface LiveFrame {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Transferred: the receiver's. */
  readonly rgba: Uint8Array<ArrayBuffer>;
  /** Mean samples per pixel. */
  readonly sampleCount: number;
}

/** The picture of a scene's recipe, with the bytes that an order of it gives. */
export interface LivePicture {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Lossless PNG. */
  readonly picture: Blob;
  readonly warnings: readonly RenderWarning[];
  /** Hex SHA-256 of the kernel that traced it. */
  readonly kernelHash: string;
}

/** What happens while a scene is refined; posted to the port of {@link StudioApi.refine}. */
export type LiveEvent =
  | ({ readonly kind: 'frame' } & LiveFrame)
  /** Nothing comes after it. */
  | ({ readonly kind: 'finished' } & LivePicture);

/** Studio in a worker of this device. */
export interface StudioApi {
  /**
   * Makes the pictures of an order. Ending its workers cancels it.
   *
   * @param events Gets a {@link DeviceEvent} for each thing that happens; the caller closes it.
   * @param tiles Ways to the workers that trace beside this one (`tile-worker.ts`), 1 to 63. The picture does not depend on how
   *   many there are.
   * @throws AppError as `tracePicture` does, and `image-unreadable` for a picture that cannot be encoded.
   */
  trace(job: DeviceJob, events: MessagePort, ...tiles: MessagePort[]): Promise<void>;
  /**
   * Makes it a worker that refines scenes.
   *
   * @param memoryBytes What copies of a scene may take together. @param tiles As of {@link trace}.
   */
  open(memoryBytes: number, ...tiles: MessagePort[]): Promise<void>;
  /**
   * Refines the picture of a scene until it is finished. A newer call, or {@link halt}, ends the one before it.
   *
   * @param events Gets a {@link LiveEvent} for each thing that happens; the caller closes it.
   * @throws As {@link trace}; an AbortError when it is ended.
   */
  refine(job: LiveJob, events: MessagePort): Promise<void>;
  halt(): Promise<void>;
}

/** Holds workers after the tiles that they are at, or lets them go on. What they make does not depend on it. */
export interface TracePace {
  setPaused(isPaused: boolean): void;
}

/** Workers that refine one scene after another. */
export interface LiveStudio {
  /**
   * Refines the picture of a scene. Whatever it refined before has to be ended.
   *
   * @param onFrame Gets each whole picture.
   * @param signal Ends it: workers stop after the tiles that they are at.
   * @returns The picture of the recipe.
   * @throws As `StudioApi.trace`.
   */
  refine(job: LiveJob, onFrame: (frame: LiveFrame) => void, signal: AbortSignal): Promise<LivePicture>;
  /** Ends its workers and what is refined. */
  close(): void;
}
