import { INSTANCE_INDEX_MAX, INSTANCE_INDEX_MIN } from '../../../contract/constants.ts';
import type { Look, LookMaterial } from '../../../contract/http/looks.ts';
import type { MaterialId } from '../../../contract/ids.ts';
import type { ModelMaterial } from '../../../contract/scene/dressed-material.ts';
import {
  AS_IN_FILE,
  cleanName,
  type MaterialRow,
  materialEntry,
  withMaterialEntry,
} from '../../model/list-materials.ts';
import { isSameValue, pickFields } from '../../values/same-value.ts';

/** A look laid on one model. */
export interface MatchedLook {
  /** The project's materials with it; those that the look does not name stay. */
  readonly entries: readonly ModelMaterial[];
  /** Materials that the look named and the model has. */
  readonly count: number;
  /** Names of dressed materials that the model does not have. */
  readonly missing: readonly string[];
}

/**
 * Finds the materials of a model that a look means: those of its name, else those whose parts are all among its parts,
 * by name, whatever the case and the spaces. An independent instance that the model lacks is made anew of the parts it
 * had, where they share one material.
 *
 * @param nameOf Name of a node in the file.
 */
export function matchLook(
  look: Pick<Look, 'materials'>,
  rows: readonly MaterialRow[],
  nameOf: (node: number) => string,
  before: readonly ModelMaterial[],
  newId: () => MaterialId,
): MatchedLook {
  const worn = new Map<MaterialRow, LookMaterial>();
  const waiting: LookMaterial[] = [];
  for (const material of look.materials) {
    const named = findNamed(material, rows).filter((row) => !worn.has(row));
    for (const row of named) worn.set(row, material);
    if (named.length === 0) waiting.push(material);
  }
  let entries: readonly ModelMaterial[] = before;
  const missing: string[] = [];
  const made: ModelMaterial[] = [];
  for (const material of waiting) {
    const same = rows.filter((row) => !worn.has(row) && hasOnlyPartsOf(row, material, nameOf));
    for (const row of same) worn.set(row, material);
    if (same.length > 0) continue;
    const instance = makeInstance(material, rows, nameOf, [...before, ...made], newId);
    if (instance !== null) made.push(instance);
    else if (isDressed(material)) missing.push(material.name || (material.parts[0] ?? ''));
  }
  for (const [row, material] of worn) {
    const next = { ...materialEntry(row), ...wearOf(material) };
    if (!isSameValue(next, materialEntry(row))) entries = withMaterialEntry(entries, next);
  }
  for (const instance of made) entries = withMaterialEntry(entries, instance);
  return { entries, count: worn.size + made.length, missing: missing.filter((name) => name !== '') };
}

function findNamed(material: LookMaterial, rows: readonly MaterialRow[]): MaterialRow[] {
  const key = fold(material.name);
  if (key === '') return [];
  const byOwnName = rows.filter(({ isIndependent, name }) => isIndependent && fold(name) === key);
  if (material.isIndependent) return byOwnName;
  const inFile = rows.filter(({ isIndependent, file }) => !isIndependent && fold(file.name) === key);
  return inFile.length > 0
    ? inFile
    : rows.filter(({ isIndependent, name }) => !isIndependent && fold(name) === key);
}

function hasOnlyPartsOf(
  { nodes }: MaterialRow,
  material: LookMaterial,
  nameOf: (node: number) => string,
): boolean {
  const parts = new Set(material.parts.map(fold));
  return nodes.length > 0 && nodes.every((node) => parts.has(fold(nameOf(node))));
}

function makeInstance(
  material: LookMaterial,
  rows: readonly MaterialRow[],
  nameOf: (node: number) => string,
  entries: readonly ModelMaterial[],
  newId: () => MaterialId,
): ModelMaterial | null {
  if (!material.isIndependent) return null;
  const parts = new Set(material.parts.map(fold));
  const owners = rows.filter(({ nodes }) => nodes.some((node) => parts.has(fold(nameOf(node)))));
  const [row] = owners;
  const instanceIndex = Math.max(
    INSTANCE_INDEX_MIN,
    ...entries.map((entry) => (entry.instanceIndex ?? 0) + 1),
  );
  if (row === undefined || owners.length > 1 || row.isIndependent) return null;
  if (instanceIndex > INSTANCE_INDEX_MAX || entries.length >= 1_000) return null;
  return {
    ...materialEntry(row),
    ...wearOf(material),
    id: newId(),
    name: cleanName(material.name),
    instanceIndex,
    nodes: row.nodes.filter((node) => parts.has(fold(nameOf(node)))),
    parentMaterialId: row.id,
  };
}

type Wear = Pick<ModelMaterial, keyof typeof AS_IN_FILE>;
const WEAR = Object.keys(AS_IN_FILE) as (keyof Wear)[];

function wearOf(material: LookMaterial): Wear {
  return pickFields(material, WEAR) as Wear;
}

function isDressed(material: LookMaterial): boolean {
  return !isSameValue({ ...wearOf(material), texturePath: null }, AS_IN_FILE);
}

/** Names are one whatever their case and spaces. */
function fold(name: string): string {
  return cleanName(name)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s|\u200c|\u200d/g, '');
}
