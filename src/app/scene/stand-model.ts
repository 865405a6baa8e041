import type { ModelReport } from '../../contract/model-report.ts';
import type { App } from '../core/app.ts';
import { currentSettings, editSettings } from '../core/edit-settings.ts';
import { chooseTurn, normaliseModel, type Standing } from '../model/normalise-model.ts';
import { isSameMatrix } from '../values/same-matrix.ts';

/** The matrix that stands a model on the stage in one of the ways that its file allows. */
export function standingMatrix({ bounds, detection }: ModelReport, standing: Standing): readonly number[] {
  return normaliseModel(bounds, chooseTurn(detection, standing));
}

/**
 * Stands the project's model another way, top to +Y, as one step that can be undone. What the transform tool did stays
 * (F17). A model that stands so already is left alone.
 */
export function standModel(
  app: Pick<App, 'state' | 'commands' | 'texts'>,
  report: ModelReport,
  standing: Standing,
): void {
  const { render_settings: look, model_normalisation, model_hash } = currentSettings(app);
  if (model_hash !== report.hash) return;
  const normalisation = standingMatrix(report, standing);
  const isThere = isSameMatrix(model_normalisation ?? report.normalisation, normalisation);
  if (isThere && look.up_axis === 'Y_UP') return;
  editSettings(app, app.texts().t.coordinates.undoStanding, {
    model_normalisation: [...normalisation],
    render_settings: { ...look, up_axis: 'Y_UP' },
  });
}
