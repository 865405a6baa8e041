import { makeDressings } from '../../app/model/dressings.ts';
import { AS_IN_FILE, cleanName, materialEntry } from '../../app/model/list-materials.ts';
import { LibraryItemId } from '../../contract/ids.ts';
import type { ModelMaterial } from '../../contract/scene/dressed-material.ts';
import type { MaterialDressing } from '../../contract/scene/material-dressing.ts';
import type { StarterItem } from '../../server/libraries/starter-content.ts';
import type { ModelPart, OpenedModel } from '../model/open-model.ts';
import type { LookWish } from '../options/read-look.ts';
import { suggestNames } from '../options/suggest-names.ts';
import { UsageError } from '../options/usage-error.ts';
import type { HeldFiles } from './held-files.ts';
import type { Library } from './open-library.ts';

/** All parts that nothing else is said of. */
const ALL = '*';

/**
 * Lays materials of the library on parts of a model, as a choice in the app does.
 *
 * @param look Comes before the wishes; what it says of parts that the model has not is left out, and warned of.
 * @param wishes `PART=NAME`; of several for one part the last counts, and any before `*`.
 * @throws UsageError.
 */
export async function dressParts(
  model: OpenedModel,
  look: LookWish | null,
  wishes: readonly string[],
  library: Library,
  files: HeldFiles,
  warn: (sentence: string) => void,
): Promise<MaterialDressing[]> {
  const worn = new Map<ModelPart, StarterItem>();
  if (look !== null && look.materials.length > 0) {
    const missing: string[] = [];
    for (const { part, name } of inOrder(look.materials)) {
      const item = library.find('material', name);
      const found = seekParts(model.parts, part);
      if (found.length === 0) missing.push(`“${part}”`);
      for (const one of found) worn.set(one, item);
    }
    if (worn.size === 0) throw new UsageError(`The look ${look.name} names no part that the model has.`);
    if (missing.length > 0)
      warn(`The model has no part ${missing.join(', ')}, of which the look ${look.name} speaks.`);
  }
  for (const { part, name } of inOrder(wishes)) {
    const item = library.find('material', name);
    for (const found of findParts(model.parts, part)) worn.set(found, item);
  }
  const entries: ModelMaterial[] = [];
  const numbers = new Map<number, { material: ReturnType<typeof describe> }>();
  for (const [part, item] of worn) {
    // The number that a server would have given it; in the recipe it is nobody's.
    const id = LibraryItemId.parse(library.items.indexOf(item) + 1);
    numbers.set(id, { material: describe(item) });
    entries.push({
      ...materialEntry(part.row),
      ...AS_IN_FILE,
      ...(await holdItem(item, id, library, files)),
    });
  }
  return makeDressings(model.report, entries, numbers).map((dressing) =>
    dressing.kind === 'library' ? { ...dressing, libraryId: null } : dressing,
  );
}

interface Wish {
  readonly part: string;
  readonly name: string;
}

function readWish(text: string): Wish {
  const at = text.lastIndexOf('=');
  if (at > 0 && at < text.length - 1)
    return { part: text.slice(0, at).trim(), name: text.slice(at + 1).trim() };
  throw new UsageError(`--material is PART=NAME, such as "Body=Walnut", not “${text}”.`);
}

/** What is said of all comes first. */
function inOrder(wishes: readonly string[]): Wish[] {
  const read = wishes.map(readWish);
  return [...read.filter(isForAll), ...read.filter((wish) => !isForAll(wish))];
}

function isForAll({ part }: Wish): boolean {
  return part === ALL;
}

/** @throws UsageError where there is none. */
function findParts(parts: readonly ModelPart[], wanted: string): readonly ModelPart[] {
  const found = seekParts(parts, wanted);
  if (found.length > 0) return found;
  const names = [...new Set(parts.flatMap(({ name, nodes }) => [name, ...nodes]))];
  throw new UsageError(`The model has no part “${wanted}”.${suggestNames(wanted, names)}`);
}

/** By the material's own name, else by the name of a node that is drawn with it. */
function seekParts(parts: readonly ModelPart[], wanted: string): readonly ModelPart[] {
  if (wanted === ALL) return parts;
  const sought = cleanName(wanted).toLowerCase();
  const isIt = (name: string): boolean => name.toLowerCase() === sought;
  const named = parts.filter(({ name }) => isIt(name));
  return named.length > 0 ? named : parts.filter(({ nodes }) => nodes.some(isIt));
}

function describe(item: StarterItem) {
  return {
    tile_size_metres: item.tileSizeMetres ?? 1,
    metalness: item.metalness ?? 0,
    roughness: item.roughness ?? 1,
    bump_height_millimetres: item.bumpHeightMillimetres ?? 0,
    normal: null,
    roughness_map: null,
  };
}

async function holdItem(item: StarterItem, libraryId: LibraryItemId, library: Library, files: HeldFiles) {
  const { metalness, roughness } = describe(item);
  const hold = async (file: string | undefined) =>
    file === undefined ? null : files.hold(await library.read(file));
  return {
    metalness,
    roughness,
    libraryId,
    libraryMaterialName: item.name.en,
    textureHash: await hold(item.file),
    normalHash: await hold(item.normalFile),
    roughnessHash: await hold(item.roughnessFile),
  };
}
