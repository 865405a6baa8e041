import type { ContentHash } from './ids.ts';
import type { StudioNodeId } from './render-nodes.ts';
import type { RenderSpec, RenderWarning } from './render-spec.ts';

/** An order for Studio in workers of this device. */
export interface DeviceJob {
  readonly recipe: RenderSpec;
  /** Bytes of the files that `listTracedFiles` names. */
  readonly files: ReadonlyMap<ContentHash, Blob>;
  /** Images of the batch that are there already: they are not made again. */
  readonly skips: readonly number[];
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
}
