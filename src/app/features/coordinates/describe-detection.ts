import { DETECTION_MIN_CONFIDENCE } from '../../../contract/constants.ts';
import type { AxisDetection } from '../../../contract/model-report.ts';
import type { Texts } from '../../texts/use-texts.ts';

/** What was detected, no surer than it is: said by the file, likely, perhaps, or nothing that speaks against Y up. */
export function describeDetection(
  { system, confidence, evidence }: Pick<AxisDetection, 'system' | 'confidence' | 'evidence'>,
  { coordinates, stage }: Texts['t'],
): string {
  const isSaid = evidence.some((cue) => cue.reason === 'said' && cue.system === system);
  if (isSaid) return coordinates.said(stage.up[system]);
  if (confidence === 0) return coordinates.unclear;
  if (confidence > DETECTION_MIN_CONFIDENCE) return coordinates.likely(stage.up[system]);
  return system === 'Y_UP' ? coordinates.usual : coordinates.perhaps(stage.up[system]);
}
