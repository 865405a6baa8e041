import type { ContentHash } from '../../contract/ids.ts';
import type { CameraPose } from '../../contract/render-spec.ts';

/** A straight piece of a stroke (S2 3), in pixels of the sketch from its top left. */
export interface SketchSegment {
  readonly start: { readonly x: number; readonly y: number };
  readonly end: { readonly x: number; readonly y: number };
  /** Size of the brush, see `BRUSH`; the pressure of a pen makes it smaller. */
  readonly size: number;
  /** 0 to 1. */
  readonly opacity: number;
  /** `#rrggbb`; of no meaning to an eraser. */
  readonly color: string;
}

/** What one press did, the light that a recipe brought, or the button that clears. */
export type SketchStep =
  | {
      readonly id: string;
      readonly kind: 'stroke';
      readonly isEraser: boolean;
      readonly segments: readonly SketchSegment[];
    }
  | {
      readonly id: string;
      readonly kind: 'picture';
      /** Of a file in this device's storage: nothing else has this light. */
      readonly hash: ContentHash;
      /** Its own size, that of the order: it covers the frame of such a picture (`picture-frame.ts`). */
      readonly widthPx: number;
      readonly heightPx: number;
    }
  | { readonly id: string; readonly kind: 'clear' };

/** A light-map sketch: it belongs to the model and the view it was painted over (F24). */
export interface SketchRow {
  readonly id: string;
  readonly projectKey: string;
  /** Null for one of no model. */
  readonly modelHash: ContentHash | null;
  readonly pose: CameraPose;
  readonly steps: readonly SketchStep[];
  /** Steps taken back, the latest last. */
  readonly undone: readonly SketchStep[];
  /** PNG of it in this device's storage, null until its tool was closed. May be gone: the steps can draw it again. */
  readonly pictureHash: ContentHash | null;
  readonly updatedAt: number;
}

/** A sketch as an edit leaves it: what the edit changes of it, so that a stroke is not kept with all that lies under it. */
export interface SketchTarget extends Omit<SketchRow, 'undone'> {
  /** Those that the other side of the edit does not have, in their order. */
  readonly steps: readonly SketchStep[];
  /** The step right under them, which both sides have; null for none. Absent where they are the whole sketch. */
  readonly onto?: string | null;
  /** Of a sketch that the other side does not have. */
  readonly undone?: readonly SketchStep[];
}

/** That the server has a light-map sketch, which may be gone from here. */
export interface SketchStateRow {
  /** Of the sketch. */
  readonly id: string;
  readonly projectKey: string;
  /** `updatedAt` of the state that it has. */
  readonly sentAt: number;
  /**
   * When it took that state from this device, by its clock, milliseconds since the epoch; absent for one of another device, which was
   * taken at some time from `sentAt` on.
   */
  readonly takenAt?: number;
}
