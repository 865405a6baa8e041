import { MATERIAL_GUARD_MS } from '../../../contract/constants.ts';
import type { App } from '../../core/app.ts';
import { currentSettings } from '../../core/edit-settings.ts';
import { existingChoice } from '../../model/existing-choice.ts';
import { type MaterialRow, renderCandidates } from '../../model/list-materials.ts';
import { editSelection } from './edit-selection.ts';
import { judgeToggle } from './judge-toggle.ts';

/**
 * Selects a material for the render or takes it out, or says why not (S3 5). A second press within 50 ms is the same
 * press, of a hand that trembles or a switch that bounces (G14). Nothing happens where the project has another model by now.
 *
 * @param rows All materials of the model.
 * @param name Of the material, as the lists print it.
 */
export function toggleMaterial(
  app: App,
  rows: readonly MaterialRow[],
  row: Pick<MaterialRow, 'id'>,
  name: string,
): void {
  const { key, settings } = app.state.project;
  if (key === null || rows.some(({ modelHash }) => modelHash !== settings.model_hash)) return;
  const now = app.outside.now();
  const { lastPress } = app.state.selection;
  app.state.selection.lastPress = { id: row.id, at: now };
  if (lastPress?.id === row.id && Math.abs(now - lastPress.at) < MATERIAL_GUARD_MS) return;
  const { t } = app.texts();
  const before = existingChoice(currentSettings(app).render_settings.material_selection, rows);
  const verdict = judgeToggle(renderCandidates(rows), before, row.id, now);
  if (verdict.kind === 'changed') {
    const label = verdict.action === 'selected' ? t.selection.undoSelected : t.selection.undoDeselected;
    editSelection(app, label(name), verdict.selection);
    return;
  }
  switch (verdict.reason) {
    case 'no-texture':
      app.toasts.show('warning', t.selection.noTexture(name));
      break;
    case 'duplicate':
      app.toasts.show('info', t.selection.duplicate(name));
      break;
    case 'maximum':
      app.toasts.show('warning', t.selection.maximum, { area: 'maxMaterials' });
      break;
  }
}
