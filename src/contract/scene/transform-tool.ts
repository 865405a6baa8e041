/** The transform tool as it is set (S2 4). */
export interface TransformTool {
  readonly mode: 'translate' | 'rotate' | 'scale';
  readonly space: 'local' | 'world';
  /** Axes that have handles and that keys work along. */
  readonly axes: 'xz' | 'x' | 'y' | 'z' | 'xyz';
  /** Without the model selected there are no handles. */
  readonly isSelected: boolean;
}

/** -1, 0 or 1 each: along the tool's first axis, along its second, and larger. */
export interface ModelStep {
  readonly right: number;
  readonly up: number;
  readonly grow: number;
}

/** How far apart the places are where a drag of the transform tool can end: `TRANSFORM_SNAPS`. */
export type TransformSnap = 'none' | 'coarse' | 'medium' | 'fine';
