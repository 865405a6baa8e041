import type { DepthOfField } from '../../contract/camera/camera-optics.ts';

/** The camera tool. What it sets is the camera's own. */
export interface CameraToolState {
  /** The next tap on the stage says what shall be sharp. */
  isPickingFocus: boolean;
  /** The tap before hit nothing. */
  hasMissed: boolean;
  /** Depth of field as it was when it was switched off; null before. */
  lastDepth: DepthOfField | null;
}

export function initialCameraTool(): CameraToolState {
  return { isPickingFocus: false, hasMissed: false, lastDepth: null };
}
