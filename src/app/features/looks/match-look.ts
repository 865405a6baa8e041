import { INSTANCE_INDEX_MAX, INSTANCE_INDEX_MIN, MODEL_MATERIALS_MAX } from '../../../contract/constants.ts';
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
import { isSameValue } from '../../values/same-value.ts';
import { foldName, pairMaterials, wearOf } from './pair-materials.ts';

/** A look laid on one model. */
export interface MatchedLook {
  /** The project's materials with it; those that the look does not name stay. */
  readonly entries: readonly ModelMaterial[];
  /** Materials that the look named and the model has, and that wear it now. */
  readonly count: number;
  /** Names of dressed materials that the model does not have. */
  readonly missing: readonly string[];
  /** Materials that stay as they are: a project dresses no more than `MODEL_MATERIALS_MAX`. */
  readonly withoutRoom: number;
}

/**
 * Finds the materials of a model that a look means: those of its name, else those whose parts are all among its parts,
 * by name, whatever the case and the spaces. Several of one name that wear different things are paired one by one. An
 * independent instance that the model lacks is made anew of the parts it had, where they share one material.
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
  for (const materials of groupByName(look.materials)) {
    const named = findNamed(materials[0], rows).filter((row) => !worn.has(row));
    const pairs = pairMaterials(materials, named, nameOf);
    for (const [row, material] of pairs) worn.set(row, material);
    const placed = new Set(pairs.values());
    const isPlaced = (wanted: LookMaterial): boolean =>
      placed.has(wanted) || [...placed].some((other) => isSameValue(wearOf(other), wearOf(wanted)));
    waiting.push(...materials.filter((material) => !isPlaced(material)));
  }
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
  let entries: readonly ModelMaterial[] = before;
  let withoutRoom = 0;
  const place = (entry: ModelMaterial): void => {
    const next = withMaterialEntry(entries, entry);
    if (next.length > Math.max(before.length, MODEL_MATERIALS_MAX)) withoutRoom += 1;
    else entries = next;
  };
  for (const [row, material] of worn) {
    const next = { ...materialEntry(row), ...wearOf(material) };
    if (!isSameValue(next, materialEntry(row))) place(next);
  }
  for (const instance of made) place(instance);
  const count = worn.size + made.length - withoutRoom;
  return { entries, count, missing: missing.filter((name) => name !== ''), withoutRoom };
}

type OfOneName = readonly [LookMaterial, ...LookMaterial[]];

/** In the look's order; those without a name are each by themselves. */
function groupByName(materials: readonly LookMaterial[]): OfOneName[] {
  const groups = new Map<unknown, [LookMaterial, ...LookMaterial[]]>();
  for (const material of materials) {
    const name = foldName(material.name);
    const key = name === '' ? material : `${material.isIndependent} ${name}`;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [material]);
    else known.push(material);
  }
  return [...groups.values()];
}

function findNamed(material: LookMaterial, rows: readonly MaterialRow[]): MaterialRow[] {
  const key = foldName(material.name);
  if (key === '') return [];
  const byOwnName = rows.filter(({ isIndependent, name }) => isIndependent && foldName(name) === key);
  if (material.isIndependent) return byOwnName;
  const inFile = rows.filter(({ isIndependent, file }) => !isIndependent && foldName(file.name) === key);
  return inFile.length > 0
    ? inFile
    : rows.filter(({ isIndependent, name }) => !isIndependent && foldName(name) === key);
}

function hasOnlyPartsOf(
  { nodes }: MaterialRow,
  material: LookMaterial,
  nameOf: (node: number) => string,
): boolean {
  const parts = new Set(material.parts.map(foldName));
  return nodes.length > 0 && nodes.every((node) => parts.has(foldName(nameOf(node))));
}

function makeInstance(
  material: LookMaterial,
  rows: readonly MaterialRow[],
  nameOf: (node: number) => string,
  entries: readonly ModelMaterial[],
  newId: () => MaterialId,
): ModelMaterial | null {
  if (!material.isIndependent) return null;
  const parts = new Set(material.parts.map(foldName));
  const owners = rows.filter(({ nodes }) => nodes.some((node) => parts.has(foldName(nameOf(node)))));
  const [row] = owners;
  const instanceIndex = Math.max(
    INSTANCE_INDEX_MIN,
    ...entries.map((entry) => (entry.instanceIndex ?? 0) + 1),
  );
  if (row === undefined || owners.length > 1 || row.isIndependent) return null;
  if (instanceIndex > INSTANCE_INDEX_MAX) return null;
  return {
    ...materialEntry(row),
    ...wearOf(material),
    id: newId(),
    name: cleanName(material.name),
    instanceIndex,
    nodes: row.nodes.filter((node) => parts.has(foldName(nameOf(node)))),
    parentMaterialId: row.id,
  };
}

function isDressed(material: LookMaterial): boolean {
  return !isSameValue({ ...wearOf(material), texturePath: null }, AS_IN_FILE);
}
