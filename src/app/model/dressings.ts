import { MATERIAL_APPLIED, MATERIAL_RESET, STAGE_SIZE } from '../../contract/constants.ts';
import type { LibraryItemBody } from '../../contract/http/libraries.ts';
import type { ModelReport } from '../../contract/model-report.ts';
import { type ModelMaterial, stageIndexOf } from '../../contract/scene/dressed-material.ts';
import { type MaterialDressing, MaterialFinish } from '../../contract/scene/material-dressing.ts';

/** Bounds of a tile in stage units: a twentieth of the product is noise, half of it is one smear. */
const TILE_SIZE_RANGE = { min: 0.5, max: 5 };
/** A library item that is not known any more: a smooth dielectric of one tenth of the stage. */
const UNKNOWN_MATERIAL = {
  tile_size_metres: null,
  metalness: 0,
  roughness: 0.6,
  bump_height_millimetres: 0,
};

/** A picture of the person's own (S2 9). */
const OWN_PICTURE = { ...UNKNOWN_MATERIAL, ...MATERIAL_APPLIED };

type KnownLibrary = ReadonlyMap<number, Pick<LibraryItemBody, 'material'>>;

/**
 * What the stage and a recipe draw for the person's choices. Materials left as the file has them are not in it.
 *
 * @param library Material items by id; without an item its entry's own numbers and {@link UNKNOWN_MATERIAL} count.
 */
export function makeDressings(
  report: Pick<ModelReport, 'bounds' | 'materials'>,
  entries: readonly ModelMaterial[],
  library: KnownLibrary,
): MaterialDressing[] {
  const sizeMetres = modelSizeMetres(report);
  const known = new Set(report.materials.map((material) => material.index));
  return entries
    .filter((entry) => known.has(entry.originalIndex))
    .filter((entry) => entry.instanceIndex === null || entry.nodes.length > 0)
    .map((entry) => makeDressing(entry, library, sizeMetres))
    .filter((dressing) => dressing !== null);
}

function makeDressing(
  entry: ModelMaterial,
  library: KnownLibrary,
  sizeMetres: number,
): MaterialDressing | null {
  const { color, metalness, roughness } = entry;
  const isInstance = entry.instanceIndex !== null;
  const part = {
    materialIndex: stageIndexOf(entry),
    ...(isInstance ? { split: { from: entry.originalIndex, nodes: entry.nodes } } : {}),
    ...readFinish(entry),
  };
  if (entry.textureHash !== null) {
    const item =
      entry.libraryId === null ? OWN_PICTURE : (library.get(entry.libraryId)?.material ?? UNKNOWN_MATERIAL);
    const tileSize = entry.tileSize ?? fitTileSize(item.tile_size_metres, sizeMetres);
    return {
      ...part,
      kind: 'library',
      textureHash: entry.textureHash,
      libraryId: entry.libraryId,
      name: entry.libraryMaterialName ?? entry.name,
      colour: color ?? '#ffffff',
      metalness: metalness ?? item.metalness,
      roughness: roughness ?? item.roughness,
      tileSize,
      rotationRadians: entry.rotationRadians,
      bumpHeight: fitBumpHeight(item.bump_height_millimetres, item.tile_size_metres, tileSize),
      ...(entry.normalHash === null && entry.roughnessHash === null
        ? {}
        : { maps: { normalHash: entry.normalHash, roughnessHash: entry.roughnessHash } }),
    };
  }
  if (entry.isReset) {
    return {
      ...part,
      kind: 'plain',
      colour: color ?? MATERIAL_RESET.colour,
      metalness: metalness ?? MATERIAL_RESET.metalness,
      roughness: roughness ?? MATERIAL_RESET.roughness,
    };
  }
  const isAsInFile = color === null && metalness === null && roughness === null && part.finish === undefined;
  if (isAsInFile && !isInstance) return null;
  return { ...part, kind: 'adjusted', colour: color, metalness, roughness };
}

/** What of the finish is set; nothing when all of it is as in the file. */
function readFinish(entry: ModelMaterial): { finish?: MaterialDressing['finish'] } {
  const fields = Object.keys(MaterialFinish.shape) as (keyof MaterialFinish)[];
  const set = fields.filter((field) => entry[field] !== null).map((field) => [field, entry[field]]);
  return set.length === 0 ? {} : { finish: Object.fromEntries(set) };
}

/** Longest side of the model in metres, as the file says; glTF's unit is the metre. Never 0. */
export function modelSizeMetres(report: Pick<ModelReport, 'bounds'>): number {
  const { min, max } = report.bounds;
  const sides = max.map((value, axis) => value - (min[axis] ?? 0));
  const longest = Math.max(...sides);
  return Number.isFinite(longest) && longest > 0 ? longest : 1;
}

/**
 * Width of a tile in stage units for a texture that is `tileMetres` wide in reality: its physical size on this model,
 * kept within {@link TILE_SIZE_RANGE} because many files are not in metres.
 */
export function fitTileSize(tileMetres: number | null, sizeMetres: number): number {
  if (tileMetres === null) return 1;
  const size = (tileMetres / sizeMetres) * STAGE_SIZE;
  return Math.min(TILE_SIZE_RANGE.max, Math.max(TILE_SIZE_RANGE.min, size));
}

/** Relief in stage units, in the same proportion to the tile as in reality. */
function fitBumpHeight(bumpMillimetres: number, tileMetres: number | null, tileSize: number): number {
  if (tileMetres === null || tileMetres <= 0) return 0;
  return Math.min(1, Math.max(0, (bumpMillimetres / 1000 / tileMetres) * tileSize));
}
