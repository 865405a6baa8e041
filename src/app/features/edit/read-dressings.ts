import { fitText } from '../../../contract/files/fit-text.ts';
import type { ContentHash, MaterialId } from '../../../contract/ids.ts';
import type { ModelReport } from '../../../contract/model-report.ts';
import { type ModelMaterial, stageIndexOf, UNDRESSED } from '../../../contract/scene/dressed-material.ts';
import type { MaterialDressing } from '../../../contract/scene/material-dressing.ts';
import { AS_IN_FILE, cleanName, deriveMaterialId } from '../../model/list-materials.ts';
import { type FoundFiles, itemWith } from './find-files.ts';

type Listed = Pick<ModelReport, 'hash' | 'materials'>;

/** The materials of a project, and the pictures that nobody has any more. */
export interface ReadDressings {
  readonly entries: readonly ModelMaterial[];
  readonly missing: readonly string[];
}

/**
 * The way back of `makeDressings`: entries of a project whose model then wears what a recipe says. Materials keep the id
 * and the name that they have in the project; what the recipe does not dress is as in the file.
 *
 * @param before Entries of the same model; none for another.
 * @param here Pictures that are on this device.
 */
export function readDressings(
  dressings: readonly MaterialDressing[],
  report: Listed,
  before: readonly ModelMaterial[],
  found: FoundFiles,
  here: ReadonlySet<ContentHash>,
  makeId: () => MaterialId,
): ReadDressings {
  const files = new Map(report.materials.map((file) => [file.index, file]));
  const known = new Map(before.map((entry) => [stageIndexOf(entry), entry]));
  const entries = new Map<number, ModelMaterial>();
  const missing: string[] = [];
  for (const [index, entry] of known) {
    if (entry.instanceIndex === null) entries.set(index, { ...entry, ...AS_IN_FILE, isProtected: false });
  }
  for (const dressing of dressings) {
    const { materialIndex: index, split } = dressing;
    const file = files.get(split?.from ?? index);
    if (file === undefined) continue;
    const name = cleanName(file.name);
    const idOfFile = known.get(file.index)?.id ?? deriveMaterialId(report.hash, file.index);
    const base: ModelMaterial = {
      ...UNDRESSED,
      id: split === undefined ? idOfFile : makeId(),
      originalId: name,
      originalIndex: file.index,
      name,
      nodes: split === undefined ? [] : [...split.nodes],
      instanceIndex: split === undefined ? null : index,
      parentMaterialId: split === undefined ? null : idOfFile,
    };
    const { id, name: called, parentMaterialId } = known.get(index) ?? base;
    const wear = readWear(dressing, found, here);
    if (wear === null && dressing.kind === 'library') missing.push(dressing.name || called);
    entries.set(index, { ...base, id, name: called, parentMaterialId, ...readFinish(dressing), ...wear });
  }
  return { entries: [...entries.values()], missing: [...new Set(missing)] };
}

/** What a dressing puts on; null when its picture cannot be had. */
function readWear(
  dressing: MaterialDressing,
  found: FoundFiles,
  here: ReadonlySet<ContentHash>,
): Partial<ModelMaterial> | null {
  const { colour: color, metalness, roughness } = dressing;
  if (dressing.kind === 'adjusted') return { color, metalness, roughness };
  if (dressing.kind === 'plain') return { color, metalness, roughness, isReset: true };
  const { textureHash, maps } = dressing;
  if (!here.has(textureHash)) return null;
  // A map that no library of this person has cannot be told to the server.
  const own = (hash: ContentHash | null | undefined) =>
    hash != null && here.has(hash) && found.has(hash) ? hash : null;
  return {
    color: color === '#ffffff' ? null : color,
    metalness,
    roughness,
    libraryId: itemWith(found, textureHash, 'material', dressing.libraryId),
    libraryMaterialName: fitText(dressing.name, 255),
    textureHash,
    texturePath: found.get(textureHash)?.url ?? null,
    tileSize: dressing.tileSize,
    rotationRadians: dressing.rotationRadians,
    normalHash: own(maps?.normalHash),
    roughnessHash: own(maps?.roughnessHash),
  };
}

function readFinish({ finish }: MaterialDressing): Partial<ModelMaterial> {
  return Object.fromEntries(Object.entries(finish ?? {}).filter(([, value]) => value !== undefined));
}
