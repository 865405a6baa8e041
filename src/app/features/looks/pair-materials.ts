import type { LookMaterial } from '../../../contract/http/looks.ts';
import type { ModelMaterial } from '../../../contract/scene/dressed-material.ts';
import { AS_IN_FILE, cleanName, type MaterialRow } from '../../model/list-materials.ts';
import { isSameValue, pickFields } from '../../values/same-value.ts';

/** What dresses a material, whatever it is of. */
export type Wear = Pick<ModelMaterial, keyof typeof AS_IN_FILE>;
const WEAR = Object.keys(AS_IN_FILE) as (keyof Wear)[];

/** What a material of a look wears. */
export function wearOf(material: LookMaterial): Wear {
  return pickFields(material, WEAR) as Wear;
}

/** Names are one whatever their case and spaces. */
export function foldName(name: string): string {
  return cleanName(name)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s|\u200c|\u200d/g, '');
}

/**
 * Which of a look's materials of one name each of a model's materials of that name wears. Where they all wear the same, all
 * do. Else each is one of the model's: of the very same parts, then of those among whose parts its parts are; what is left
 * goes by the order in the file, and what the look has none for wears its first.
 *
 * @param materials Of one name, at least one. @param rows Of that name.
 * @param nameOf Name of a node in the file.
 */
export function pairMaterials(
  materials: readonly LookMaterial[],
  rows: readonly MaterialRow[],
  nameOf: (node: number) => string,
): ReadonlyMap<MaterialRow, LookMaterial> {
  const [first] = materials;
  if (first === undefined) return new Map();
  if (materials.every((material) => isSameValue(wearOf(material), wearOf(first)))) {
    return new Map(rows.map((row) => [row, first]));
  }
  const has = new Map(rows.map((row) => [row, foldNames(row.nodes.map(nameOf))]));
  const wants = new Map(materials.map((material) => [material, foldNames(material.parts)]));
  const pairs = new Map<MaterialRow, LookMaterial>();
  const free = new Set(materials);
  const pair = (isFit: (parts: Parts, wanted: Parts) => boolean, from: ReadonlySet<LookMaterial>): void => {
    for (const [row, parts] of has) {
      if (pairs.has(row)) continue;
      const material = materials.find((one) => from.has(one) && isFit(parts, wants.get(one) ?? NONE));
      if (material === undefined) continue;
      pairs.set(row, material);
      free.delete(material);
    }
  };
  pair((parts, wanted) => parts.size === wanted.size && isWithin(parts, wanted), free);
  pair(isWithin, free);
  pair(isWithin, new Set(materials));
  pair(() => true, free);
  // The model has more of them than the look.
  for (const row of rows) if (!pairs.has(row)) pairs.set(row, first);
  return pairs;
}

type Parts = ReadonlySet<string>;
const NONE: Parts = new Set();

function foldNames(names: readonly string[]): Parts {
  return new Set(names.map(foldName).filter((name) => name !== ''));
}

/** Not so for parts that have no names, nor for a material of more than a look names. */
function isWithin(parts: Parts, wanted: Parts): boolean {
  return parts.size > 0 && [...parts].every((name) => wanted.has(name));
}
