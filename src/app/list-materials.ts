import type { FileMaterial, ModelReport } from '../contract/compute-api.ts';
import { MATERIAL_COLOUR_UNKNOWN, MATERIAL_RESET } from '../contract/constants.ts';
import { type ModelMaterial, UNDRESSED } from '../contract/http/projects.ts';
import { type ContentHash, MaterialId } from '../contract/ids.ts';

/** One material of the model on the stage: what the file says and what the person made of it. */
export interface MaterialRow {
  readonly id: MaterialId;
  /** glTF material index, -1 for the default material. */
  readonly index: number;
  /** Fit to be printed: one line, at most 255 characters; empty when nobody named it. */
  readonly name: string;
  readonly file: FileMaterial;
  /** Null until the person changes something. */
  readonly entry: ModelMaterial | null;
  /** A library texture, or one of the file's own that was not reset (G25). */
  readonly hasTexture: boolean;
  /** `#rrggbb` of the factor, or of the reset grey; the texture's own colour is not in it. */
  readonly colour: string;
}

/** Every material of the file that something is drawn with, in the file's order. */
export function listMaterials(
  report: Pick<ModelReport, 'hash' | 'materials'>,
  entries: readonly ModelMaterial[],
): MaterialRow[] {
  const byIndex = new Map(entries.map((entry) => [entry.originalIndex, entry]));
  return report.materials
    .filter((file) => file.usageCount > 0)
    .map((file) => {
      const entry = byIndex.get(file.index) ?? null;
      const isReset = entry?.isReset === true;
      return {
        id: entry?.id ?? deriveMaterialId(report.hash, file.index),
        index: file.index,
        name: cleanName(entry?.name ?? '') || cleanName(file.name),
        file,
        entry,
        hasTexture: entry?.textureHash != null || (file.hasTexture && !isReset),
        colour:
          entry?.color ??
          (isReset ? MATERIAL_RESET.colour : undefined) ??
          (file.colour || MATERIAL_COLOUR_UNKNOWN),
      };
    });
}

/** The entry of a row, or the one it would have if the person had changed nothing. */
export function materialEntry(row: MaterialRow): ModelMaterial {
  return (
    row.entry ?? {
      id: row.id,
      originalId: cleanName(row.file.name),
      originalIndex: row.index,
      name: row.name,
      ...UNDRESSED,
      nodes: [],
    }
  );
}

/** The list with one entry put in or replaced. */
export function withMaterialEntry(entries: readonly ModelMaterial[], next: ModelMaterial): ModelMaterial[] {
  const index = entries.findIndex((entry) => entry.originalIndex === next.originalIndex);
  return index === -1 ? [...entries, next] : entries.with(index, next);
}

/**
 * The id of a material that has no entry yet: a UUID (version 8, RFC 9562) from the file's hash and the index, so that
 * every device gives the same one without asking.
 */
export function deriveMaterialId(hash: ContentHash, index: number): MaterialId {
  const tail = (index + 1).toString(16).padStart(12, '0');
  return MaterialId.parse(
    `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${tail}`,
  );
}

/** Control, direction and line characters can hide or reorder what stands beside a name. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** A name from a file in one harmless line of at most 255 characters, the contract's length. */
export function cleanName(name: string): string {
  return name.slice(0, 1_000).replace(UNPRINTABLE, ' ').replace(/\s+/g, ' ').trim().slice(0, 255);
}

/** The rows as the automatic priority judges them (`features/renders/prioritise-materials.ts`). */
export function renderCandidates(rows: readonly MaterialRow[]) {
  return rows.map((row) => ({
    id: row.id,
    originalIndex: row.index,
    name: row.name,
    originalName: cleanName(row.file.name),
    libraryId: row.entry?.libraryId ?? null,
    libraryName: row.entry?.libraryMaterialName ?? null,
    hasTexture: row.hasTexture,
  }));
}
