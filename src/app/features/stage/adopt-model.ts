import { IDENTITY_MATRIX } from '../../../contract/render-spec.ts';
import type { App } from '../../app.ts';
import { copyPlain } from '../../copy-plain.ts';
import type { ModelRow } from '../../db.ts';
import { currentSettings, editSettings } from '../../edit-settings.ts';
import { swapStandings } from '../../swap-standings.ts';
import { announceStanding } from './announce-standing.ts';
import { hiddenAtFirst } from './hidden-at-first.ts';

/**
 * The project shows this model from now on. The same model, again or with files it lacked before, keeps its materials,
 * views, placement and camera; one that the project showed before stands as it stood (F16).
 *
 * @returns False when the project shows these bytes already.
 */
export function adoptModel(app: App, row: ModelRow, isSameModel: boolean): boolean {
  const settings = currentSettings(app);
  if (settings.model_hash === row.hash) return false;
  const { t } = app.texts();
  if (isSameModel) {
    // Its last camera is kept by hash, and the hash is another.
    const camera = copyPlain(app.state.stage.camera) ?? settings.render_settings.camera;
    const render_settings = { ...settings.render_settings, camera };
    editSettings(app, t.stage.undoModel, { model_hash: row.hash, render_settings });
    return true;
  }
  const { standing, kept } = swapStandings(settings, row.hash);
  const helpers = row.report.warnings.filter((warning) => warning.kind === 'stripped-node');
  editSettings(app, t.stage.undoModel, {
    model_hash: row.hash,
    model_name: row.name,
    model_normalisation: standing?.model_normalisation ?? [...row.report.normalisation],
    model_materials: [],
    camera_views: [],
    render_settings: {
      ...settings.render_settings,
      hidden_nodes: hiddenAtFirst(row.report),
      camera: null,
      camera_at: null,
      model_transform: [...IDENTITY_MATRIX],
      up_axis: standing?.up_axis ?? 'Y_UP',
      kept_standings: kept,
    },
  });
  if (helpers.length > 0) app.toasts.show('info', t.stage.stripped(helpers.length), { area: 'viewer' });
  if (standing === null) announceStanding(app, row);
  return true;
}
