import type { TransformSnap, TransformTool } from '../../contract/scene/transform-tool.ts';

/** The transform tool as the panel sets it; it is shown while its toolbar is open. */
export interface TransformState {
  mode: TransformTool['mode'];
  space: TransformTool['space'];
  axes: TransformTool['axes'];
  isSelected: boolean;
  /** Of the drag that is under way. */
  snap: TransformSnap;
  /** Where the model is while a drag goes on, column-major; null while the project's settings say it. */
  dragged: readonly number[] | null;
  /** Where the viewer last said that a person had put the model; null once it was told another place. */
  reported: readonly number[] | null;
}

export function initialTransform(): TransformState {
  return {
    mode: 'translate',
    space: 'world',
    axes: 'xz',
    isSelected: false,
    snap: 'none',
    dragged: null,
    reported: null,
  };
}
