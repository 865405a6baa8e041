import type { Failure } from '../../contract/failure.ts';
import type { RenderGroup } from '../../contract/http/render-orders.ts';
import type { ContentHash, RenderId } from '../../contract/ids.ts';
import type { RenderSpec, RenderWarning } from '../../contract/render-spec.ts';

/** An order that this device draws itself, from the press until the server has what came of it. */
export interface DeviceRenderRow {
  /** Made when the person pressed; Idempotency-Key of the finished render's way to the server. */
  readonly key: string;
  readonly userId: number;
  readonly projectKey: string;
  /** Its `engineBuild` names no kernel until one has begun. */
  readonly recipe: RenderSpec;
  /** What it is of a set; absent in rows of old, as `viewIds`. */
  readonly group?: RenderGroup | null;
  /** Saved views that it shows, by uuid. */
  readonly viewIds?: readonly string[];
  /** `drawing` by a tab that holds the lock, or by one that is gone. */
  readonly state: 'waiting' | 'drawing' | 'finished' | 'failed';
  /**
   * How often it was begun, by tabs that then ended without a word, since its last finished picture or the person's press;
   * absent in rows of old.
   */
  readonly attempts?: number;
  /** Finished pictures, kept by hash. */
  readonly images: readonly {
    readonly batchIndex: number;
    readonly hash: ContentHash;
    readonly widthPx: number;
    readonly heightPx: number;
  }[];
  readonly warnings: readonly RenderWarning[];
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly finishedAt: number | null;
  /** What the server calls it, once it has answered; the row goes soon after. */
  readonly sentAs?: RenderId;
  /** Why it failed. */
  readonly failure: Failure | null;
}
