import { MATERIAL_APPLIED } from '../../../contract/constants.ts';
import type { LibraryItemBody } from '../../../contract/http/libraries.ts';
import { ModelMaterial } from '../../../contract/scene/dressed-material.ts';
import type { App } from '../../core/app.ts';
import type { MaterialRow } from '../../model/list-materials.ts';
import { nameMaterial } from '../../model/name-material.ts';
import type { Texts } from '../../texts/use-texts.ts';
import { type Editing, editMaterial } from './edit-material.ts';
import type { MaterialValues, SlidField } from './material-values.ts';

/**
 * Sets one value of a material; a drag of its slider is one step to undo. A value that the material cannot have changes
 * nothing and is told (S3 8).
 *
 * @param values What the material is drawn with now.
 */
export function setMaterialValue(
  app: Editing & Pick<App, 'toasts'>,
  texts: Texts,
  row: MaterialRow,
  values: MaterialValues,
  field: SlidField,
  value: number,
): void {
  const parsed = ModelMaterial.shape[field].safeParse(value);
  if (!parsed.success) {
    const { properties, propertyFailed } = texts.t.dressing;
    app.toasts.show('error', propertyFailed(`${properties[field]} ${value}`));
    return;
  }
  const isFirstLight = field === 'emissiveIntensity' && value > 0 && /^#0{6}$/.test(values.emissive);
  const change = { [field]: parsed.data, ...(isFirstLight ? { emissive: '#ffffff' } : {}) };
  const label = texts.t.dressing.undoProperty[field](nameMaterial(row, texts));
  editMaterial(app, label, row, change, `material-${field}-${row.id}`);
}

/** Takes back one value: as the library item has it, or the file. One step to undo. */
export function resetMaterialValue(
  app: Editing,
  texts: Texts,
  row: MaterialRow,
  item: LibraryItemBody | undefined,
  field: SlidField,
): void {
  const label = texts.t.dressing.undoProperty[field](nameMaterial(row, texts));
  editMaterial(app, label, row, originalValue(row, item, field));
}

function originalValue(
  row: MaterialRow,
  item: LibraryItemBody | undefined,
  field: SlidField,
): Partial<ModelMaterial> {
  if (field === 'emissiveIntensity') return { emissive: null, emissiveIntensity: null };
  if (field === 'rotationRadians') return { rotationRadians: 0 };
  const isSurface = field === 'metalness' || field === 'roughness';
  // An item may leave the library: what it says of the surface stands in the entry.
  if (isSurface && row.entry?.textureHash != null) {
    return { [field]: (item?.material ?? MATERIAL_APPLIED)[field] };
  }
  return { [field]: null };
}
