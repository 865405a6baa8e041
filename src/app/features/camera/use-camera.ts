import { useSnapshot } from 'valtio';
import { metresPerUnitOf } from '../../../contract/camera/lens.ts';
import type { CameraPose } from '../../../contract/render-spec.ts';
import { useApp } from '../../core/use-app.ts';
import { useModel } from '../../core/use-model.ts';
import { useSettings } from '../../core/use-settings.ts';
import { orientModel } from '../../model/orient-model.ts';

/** What the camera tool works on. */
export interface ShownCamera {
  /** As it came to rest. */
  readonly pose: CameraPose;
  /** The middle of the product, in the stage frame. */
  readonly middle: [number, number, number];
  /** Real size of a stage unit, as the file says. */
  readonly fileMetresPerUnit: number;
}

/** Null for an empty stage, and before the first frame. */
export function useCamera(): ShownCamera | null {
  const app = useApp();
  const model = useModel();
  const settings = useSettings();
  const pose = useSnapshot(app.state.stage).camera;
  if (model === null || pose === null) return null;
  const { bounds } = orientModel(model.report, settings);
  const [x = 0, y = 0, z = 0] = bounds.center;
  const normalisation = settings.model_normalisation ?? model.report.normalisation;
  return {
    pose: pose as CameraPose,
    middle: [x, y, z],
    fileMetresPerUnit: metresPerUnitOf(normalisation),
  };
}
