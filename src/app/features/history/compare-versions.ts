import type { ModelMaterial } from '../../../contract/scene/dressed-material.ts';
import { isSameValue } from '../../values/same-value.ts';

/** What a person can tell two states of a material apart by, in the order in which it is shown. */
export const VERSION_FIELDS = [
  'name',
  'texture',
  'color',
  'metalness',
  'roughness',
  'normalScale',
  'emissive',
  'emissiveIntensity',
  'aoMapIntensity',
  'opacity',
  'tileSize',
  'rotationRadians',
] as const;
export type VersionField = (typeof VERSION_FIELDS)[number];

/** One line of a comparison. */
export interface ComparedField {
  readonly field: VersionField;
  readonly isDifferent: boolean;
}

/** Compares two states of a material field by field. What neither of them sets is left out, but for name and texture. */
export function compareVersions(a: ModelMaterial, b: ModelMaterial): ComparedField[] {
  return VERSION_FIELDS.flatMap((field) => {
    const [left, right] = [valueIn(a, field), valueIn(b, field)];
    const isDifferent = !isSameValue(left, right);
    const isSet = isDifferent || field === 'name' || field === 'texture' || (left !== null && left !== 0);
    return isSet ? [{ field, isDifferent }] : [];
  });
}

function valueIn(material: ModelMaterial, field: VersionField): unknown {
  if (field !== 'texture') return material[field];
  const { textureHash, normalHash, roughnessHash, isReset } = material;
  return { textureHash, normalHash, roughnessHash, isReset };
}
