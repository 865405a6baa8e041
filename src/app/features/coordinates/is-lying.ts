import type { ProjectSettings } from '../../../contract/http/projects.ts';
import type { ModelReport } from '../../../contract/model-report.ts';
import { standingMatrix } from '../../scene/stand-model.ts';
import { isSameMatrix } from '../../values/same-matrix.ts';

/**
 * Whether a model stands as it was made although signs in its file, too few to turn it unasked, speak for another axis.
 * Whoever has pointed its top somewhere knows better.
 */
export function isLying(
  report: ModelReport,
  {
    model_normalisation: normalisation,
    render_settings: { up_axis: axis },
  }: Pick<ProjectSettings, 'model_normalisation' | 'render_settings'>,
): boolean {
  if (report.detection.system === 'Y_UP' || axis !== 'Y_UP') return false;
  const standing = normalisation ?? report.normalisation;
  const isAsMade = isSameMatrix(standing, standingMatrix(report, 'as-made'));
  return isAsMade && !isSameMatrix(standing, standingMatrix(report, 'upright'));
}
