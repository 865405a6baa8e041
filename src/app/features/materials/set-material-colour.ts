import { assignSettings } from '../../core/edit-settings.ts';
import { type MaterialRow, materialEntry } from '../../model/list-materials.ts';
import { nameMaterial } from '../../model/name-material.ts';
import type { Texts } from '../../texts/use-texts.ts';
import { isSameValue } from '../../values/same-value.ts';
import { changedMaterials, type Editing, editMaterial } from './edit-material.ts';

/** The surface's own colour, or that of the light it gives off. */
export type ColourField = 'color' | 'emissive';

/** Shows a colour on the stage while the person is still choosing. Nothing to undo yet. */
export function previewMaterialColour(
  app: Editing,
  row: MaterialRow,
  colour: string,
  field: ColourField = 'color',
): void {
  assignSettings(app, { model_materials: changedMaterials(app, row, chosen(row, field, colour)) });
}

/**
 * Sets a colour of one material: the factor of a plain one, the tint of a textured one, or the light it gives off. One
 * step to undo, however many previews came before it.
 *
 * @param row The material as it was before the first preview.
 * @param colour `#rrggbb`.
 */
export function setMaterialColour(
  app: Editing,
  texts: Texts,
  row: MaterialRow,
  colour: string,
  field: ColourField = 'color',
): void {
  takeBackMaterialColour(app, row, field);
  const label =
    field === 'color'
      ? texts.t.materials.undoColour(nameMaterial(row, texts))
      : texts.t.dressing.undoProperty.emissive(nameMaterial(row, texts));
  editMaterial(app, label, row, chosen(row, field, colour));
}

/**
 * The colour is as it was before the first preview, also where that was none of the person's. Nothing to undo.
 *
 * @param row The material as it was then.
 */
export function takeBackMaterialColour(app: Editing, row: MaterialRow, field: ColourField = 'color'): void {
  const { color = null, emissive = null, emissiveIntensity = null } = row.entry ?? {};
  const before = field === 'color' ? { color } : { emissive, emissiveIntensity };
  const entries = changedMaterials(app, row, before);
  const untouched = row.entry === null ? materialEntry(row) : null;
  assignSettings(app, { model_materials: entries.filter((entry) => !isSameValue(entry, untouched)) });
}

/** Takes the person's colour back: the file's own, a texture without tint, or the grey of a reset. One step to undo. */
export function resetMaterialColour(app: Editing, texts: Texts, row: MaterialRow): void {
  editMaterial(app, texts.t.materials.undoColour(nameMaterial(row, texts)), row, { color: null });
}

/** A light that was off goes on with its colour. */
function chosen(row: MaterialRow, field: ColourField, colour: string) {
  if (field === 'color') return { color: colour };
  const strength =
    row.entry?.emissiveIntensity ?? (row.entry?.isReset ? 0 : row.file.finish?.emissiveIntensity);
  return { emissive: colour, emissiveIntensity: strength || 1 };
}
