import type { LightRig } from '../../contract/scene/light-rig.ts';

/** The lights as they are being set; what is set stands in the project's settings. */
export interface LightState {
  /** The panel of the lights is open: their handles stand on the stage. */
  isOpen: boolean;
  selectedId: string | null;
  /** A press on the product puts the highlight of the selected light there. */
  isPlacing: boolean;
  /** The lights while a drag goes on; null while the project's settings say them. */
  draft: LightRig | null;
  /** The camera is on its way: handles stand still, and would be in the wrong place. */
  isCameraMoving: boolean;
  /** Pictures of surroundings that are being read. */
  reading: number;
}

export function initialLight(): LightState {
  return {
    isOpen: false,
    selectedId: null,
    isPlacing: false,
    draft: null,
    isCameraMoving: false,
    reading: 0,
  };
}
