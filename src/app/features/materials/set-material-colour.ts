import type { App } from '../../app.ts';
import { assignSettings, currentSettings, editSettings } from '../../edit-settings.ts';
import { type MaterialRow, materialEntry, withMaterialEntry } from '../../list-materials.ts';
import type { Texts } from '../../texts/use-texts.ts';

type Editing = Pick<App, 'state' | 'commands'>;

/** Shows a colour on the stage while the person is still choosing. Nothing to undo yet. */
export function previewMaterialColour(app: Editing, row: MaterialRow, colour: string): void {
  assignSettings(app, { model_materials: recoloured(app, row, colour) });
}

/**
 * Sets the colour of one material: the factor of a plain one, the tint of a textured one. One step to undo, however
 * many previews came before it.
 *
 * @param row The material as it was before the first preview.
 * @param colour `#rrggbb`.
 */
export function setMaterialColour(app: Editing, texts: Texts, row: MaterialRow, colour: string): void {
  assignSettings(app, { model_materials: recoloured(app, row, row.entry?.color ?? null) });
  editSettings(app, texts.t.materials.undoColour(row.name), {
    model_materials: recoloured(app, row, colour),
  });
}

function recoloured(app: Editing, row: MaterialRow, colour: string | null) {
  const { model_materials: entries } = currentSettings(app);
  return withMaterialEntry(entries, { ...materialEntry(row), color: colour });
}
