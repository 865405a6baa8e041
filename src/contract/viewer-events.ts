import type { CameraPose } from './render-spec.ts';
import type { TransformSnap } from './scene/transform-tool.ts';
import type { HelperView, LabelOutline, LabelPlace, StagePart } from './stage.ts';

/** Place of the stage on the page in CSS pixels, and device pixels per CSS pixel. */
export interface StageRect {
  readonly left: number;
  readonly top: number;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly pixelRatio: number;
}

/** Page to viewer, on the raw port: gestures and geometry, never answered. */
export type ViewerGesture =
  | {
      readonly kind: 'pointer';
      readonly phase: 'down' | 'move' | 'up' | 'cancel' | 'leave';
      readonly pointerId: number;
      readonly pointerType: string;
      /** When the person did it, by the page's clock: it may be read much later. */
      readonly timeMs: number;
      readonly button: number;
      readonly buttons: number;
      readonly clientX: number;
      readonly clientY: number;
      readonly isCtrl: boolean;
      readonly isShift: boolean;
      readonly isPrimary: boolean;
    }
  | {
      readonly kind: 'wheel';
      readonly deltaY: number;
      readonly deltaMode: number;
      readonly clientX: number;
      readonly clientY: number;
      readonly isCtrl: boolean;
    }
  | {
      readonly kind: 'orbit-key';
      /** Like a drag to the left: the camera goes to its right. */
      readonly azimuthRadians: number;
      /** Like a drag upwards: the camera goes down. */
      readonly polarRadians: number;
      /** Above 1 comes nearer, 1 keeps the distance. */
      readonly zoom: number;
      /** Moves camera and target across the picture, in steps of `CAMERA_STEP_SIZES` of the model's size. */
      readonly right: number;
      readonly up: number;
    }
  | { readonly kind: 'rect'; readonly rect: StageRect }
  | { readonly kind: 'visibility'; readonly isVisible: boolean };

/** Viewer to page, on the raw port. */
export type ViewerEvent =
  /** A frame reached the canvas; tests wait for it, never for time. */
  | { readonly kind: 'frameDrawn'; readonly frame: number }
  /** A person moves the camera, or it glides on after that: once a frame. Not sent for what was asked for by a call. */
  | { readonly kind: 'cameraMoved' }
  /** The camera is on its way to where a call sent it, or circles: once a frame. */
  | { readonly kind: 'cameraTravelled' }
  /** The camera came to rest after a gesture, a transition or circling. */
  | { readonly kind: 'cameraSettled'; readonly pose: CameraPose }
  | { readonly kind: 'loadProgressed'; readonly modelId: string; readonly fraction: number }
  /** A tap on the gizmo: the page answers with `goToHelperView`. */
  | { readonly kind: 'helperViewPicked'; readonly view: HelperView }
  /** Another view of the gizmo is under the pointer; null for none, and while a drag goes on. */
  | { readonly kind: 'helperViewHovered'; readonly view: HelperView | null }
  /**
   * A tap, not a drag, and where: CSS pixels from the stage's left and top. Null when it hit nothing. The second one of a
   * double tap `isDouble`.
   */
  | {
      readonly kind: 'partPicked';
      readonly hit: StagePart | null;
      readonly xPx: number;
      readonly yPx: number;
      readonly isDouble: boolean;
    }
  /** Another part is under the pointer; null for none, and while a drag goes on. */
  | { readonly kind: 'partHovered'; readonly hit: StagePart | null }
  /**
   * A person moved the model; not sent for `setModelTransform`. The tool's matrix, column-major; `isDone` ends a drag or
   * a step, which is one edit.
   */
  | { readonly kind: 'modelMoved'; readonly matrix: readonly number[]; readonly isDone: boolean }
  /** A person dragged a label to another place, and let go. */
  | { readonly kind: 'labelMoved'; readonly index: number; readonly place: LabelPlace }
  /** After a frame in which the label of the tool is seen elsewhere than before; null where it is not seen, or none is held. */
  | { readonly kind: 'labelOutlined'; readonly outline: LabelOutline | null }
  /** While a drag of the transform tool is under way; `none` at its end. */
  | { readonly kind: 'snapChanged'; readonly snap: TransformSnap }
  | { readonly kind: 'cursorChanged'; readonly cursor: string }
  /** The picture of `showTraced` is gone: camera or scene are others. */
  | { readonly kind: 'tracedDropped' }
  | { readonly kind: 'contextLost' }
  | { readonly kind: 'contextRestored' }
  | { readonly kind: 'fatal'; readonly reason: string }
  /** The canvas is gone with all that stood on it; `needsScene` or `fatal` follows. Until then calls wait. */
  | { readonly kind: 'sceneLost' }
  /** A new canvas took the place of a lost one and is empty: show model, dressings, background and camera again. */
  | { readonly kind: 'needsScene' };
