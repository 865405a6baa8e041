import { DETECTION_MIN_CONFIDENCE } from '../../../contract/constants.ts';
import type { App } from '../../core/app.ts';
import { currentSettings } from '../../core/edit-settings.ts';
import { standModel } from '../../scene/stand-model.ts';
import { tieToast } from '../../scene/tie-toast.ts';
import type { Said } from '../../ui/toasts.ts';
import type { ModelRow } from '../../values/model-table.ts';
import { isSameValue } from '../../values/same-value.ts';

/** Says that a model was not put on the stage as its file has it, with a button that takes it back (D9). */
export function announceStanding(app: App, { report }: ModelRow): void {
  const { system, confidence, isLengthwise } = report.detection;
  const isConverted = system !== 'Y_UP' && confidence > DETECTION_MIN_CONFIDENCE;
  if (!isConverted && !isLengthwise) return;
  const said: Said = ({ t: { coordinates, stage } }) =>
    isConverted ? coordinates.toastConverted(stage.up[system]) : coordinates.toastTurned;
  const close = app.toasts.offer('info', said, {
    area: 'viewer',
    action: {
      label: ({ t: { coordinates } }) => (isConverted ? coordinates.leave : coordinates.unturn),
      run: () => standModel(app, report, 'as-made'),
    },
  });
  // The button means this model alone, and the way it stands now.
  const { model_normalisation: announced } = currentSettings(app);
  tieToast(app, close, () => {
    const { model_hash: hash, model_normalisation: standing } = currentSettings(app);
    return hash === report.hash && isSameValue(standing, announced);
  });
}
