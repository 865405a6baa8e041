import { MATERIAL_COLOUR_UNKNOWN, MATERIAL_RESET } from '../../contract/constants.ts';
import { fitText } from '../../contract/files/fit-text.ts';
import type { ContentHash, MaterialId } from '../../contract/ids.ts';
import type { FileMaterial, FileNode, ModelReport } from '../../contract/model-report.ts';
import { type ModelMaterial, stageIndexOf, UNDRESSED } from '../../contract/scene/dressed-material.ts';
import { multiplyColours } from '../values/multiply-colours.ts';

/**
 * One material of the model on the stage: what the file says and what the person made of it. An independent instance is
 * a row of its own, after the material it came from.
 */
export interface MaterialRow {
  readonly id: MaterialId;
  /** The model it is of: an edit that comes when the project has another one is none of that one's. */
  readonly modelHash: ContentHash;
  /** What the stage calls it, see `stageIndexOf`: the glTF index, -1 for the default material, or an instance's number. */
  readonly index: number;
  /** Fit to be printed: one line, at most 255 characters; empty when nobody named it. */
  readonly name: string;
  /** The file's material; of an instance the one that its parts have there. */
  readonly file: FileMaterial;
  /** Null until the person changes something. */
  readonly entry: ModelMaterial | null;
  /** A library texture, or one of the file's own that was not reset (G25). */
  readonly hasTexture: boolean;
  /** `#rrggbb` of the factor and the vertices, or of the reset grey; the texture's own colour is not in it. */
  readonly colour: string;
  /** Nodes drawn with it. Of a shared material that gave parts to instances, those that are left. */
  readonly usageCount: number;
  /** Several nodes have it: one of them can be made independent. */
  readonly isShared: boolean;
  readonly isIndependent: boolean;
  /** Of an instance the material it came from. */
  readonly parentId: MaterialId | null;
  /** glTF indices of the nodes that have it, helpers that an editor left among them. */
  readonly nodes: readonly number[];
}

type Listed = Pick<ModelReport, 'hash' | 'materials' | 'nodes'>;

/** Every material that something is drawn with, in the file's order, each followed by its independent instances. */
export function listMaterials(report: Listed, entries: readonly ModelMaterial[]): MaterialRow[] {
  const own = new Map(
    entries.flatMap((entry) => (entry.instanceIndex === null ? [[entry.originalIndex, entry] as const] : [])),
  );
  const instances = entries.filter((entry) => entry.instanceIndex !== null);
  const users = listUsers(report.nodes);
  return report.materials
    .filter((file) => file.usageCount > 0)
    .flatMap((file) => {
      const nodes = users.get(file.index) ?? [];
      const id = own.get(file.index)?.id ?? deriveMaterialId(report.hash, file.index);
      const taken = new Set<number>();
      const independent = instances.flatMap((entry) => {
        if (entry.originalIndex !== file.index) return [];
        const mine = nodes.filter((node) => entry.nodes.includes(node) && !taken.has(node));
        for (const node of mine) taken.add(node);
        return mine.length === 0 ? [] : [describe(report.hash, file, entry, entry.id, mine, mine.length)];
      });
      const left = file.usageCount - taken.size;
      if (left <= 0) return independent;
      const rest = nodes.filter((node) => !taken.has(node));
      return [describe(report.hash, file, own.get(file.index) ?? null, id, rest, left), ...independent];
    });
}

function describe(
  modelHash: ContentHash,
  file: FileMaterial,
  entry: ModelMaterial | null,
  id: MaterialId,
  nodes: readonly number[],
  usageCount: number,
): MaterialRow {
  const isReset = entry?.isReset === true;
  const isIndependent = entry !== null && entry.instanceIndex !== null;
  return {
    id,
    modelHash,
    index: entry === null ? file.index : stageIndexOf(entry),
    name: cleanName(entry?.name ?? '') || cleanName(file.name),
    file,
    entry,
    hasTexture: entry?.textureHash != null || (file.hasTexture && !isReset),
    colour: entry?.color ?? (isReset ? MATERIAL_RESET.colour : undefined) ?? drawnColour(file),
    usageCount,
    isShared: !isIndependent && usageCount > 1,
    isIndependent,
    parentId: entry?.parentMaterialId ?? null,
    nodes,
  };
}

/** What a material of the file is drawn with, without its texture. */
export function drawnColour({ colour, vertexTint }: FileMaterial): string {
  const own = colour || MATERIAL_COLOUR_UNKNOWN;
  return vertexTint === undefined ? own : multiplyColours(own, vertexTint);
}

/** Nodes by the materials they are drawn with, in the file's order. */
function listUsers(nodes: readonly FileNode[]): ReadonlyMap<number, number[]> {
  const users = new Map<number, number[]>();
  for (const { index, materials } of nodes) {
    for (const material of new Set(materials)) {
      const known = users.get(material);
      if (known === undefined) users.set(material, [index]);
      else known.push(index);
    }
  }
  return users;
}

/** The material that a node is drawn with, by the number that the file has for it: an instance took it over, or not. */
export function materialOfNode(
  rows: readonly MaterialRow[],
  node: Pick<FileNode, 'index'>,
  fileIndex: number,
): MaterialRow | null {
  const candidates = rows.filter((row) => row.file.index === fileIndex);
  return (
    candidates.find((row) => row.isIndependent && row.nodes.includes(node.index)) ??
    candidates.find((row) => !row.isIndependent) ??
    null
  );
}

/** The entry of a row, or the one it would have if the person had changed nothing. */
export function materialEntry(row: MaterialRow): ModelMaterial {
  return (
    row.entry ?? {
      id: row.id,
      originalId: cleanName(row.file.name),
      originalIndex: row.file.index,
      name: row.name,
      ...UNDRESSED,
      nodes: [],
    }
  );
}

const {
  instanceIndex: _index,
  nodes: _nodes,
  parentMaterialId: _parent,
  isProtected: _protected,
  ...asInFile
} = UNDRESSED;
/** Fields of an entry that dress the material, as the file has it; not what it is, of which parts, and if it is kept. */
export const AS_IN_FILE = asInFile;

/** The list with one entry put in or replaced. */
export function withMaterialEntry(entries: readonly ModelMaterial[], next: ModelMaterial): ModelMaterial[] {
  const key = stageIndexOf(next);
  const index = entries.findIndex((entry) => stageIndexOf(entry) === key);
  return index === -1 ? [...entries, next] : entries.with(index, next);
}

/**
 * The id of a material that has no entry yet: a UUID (version 8, RFC 9562) from the file's hash and the index, so that
 * every device gives the same one without asking.
 */
export function deriveMaterialId(hash: ContentHash, index: number): MaterialId {
  const tail = (index + 1).toString(16).padStart(12, '0');
  // One by its form, and there may be thousands.
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${tail}` as MaterialId;
}

/**
 * Control, direction and line characters can hide or reorder what stands beside a name. What joins letters or emoji, or keeps
 * them apart, is part of the name.
 */
const UNPRINTABLE =
  /(?!(?<=[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])(?:\u200c|\u200d)[\p{L}\p{M}\p{Extended_Pictographic}])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** Nothing in it is to be cleaned: printable ASCII without outer or double spaces. */
const CLEAN = /^(?:[!-~]+(?: [!-~]+)*)?$/;

/** A name from a file in one harmless line of at most 255 characters, the contract's length. */
export function cleanName(name: string): string {
  if (name.length <= 255 && CLEAN.test(name)) return name;
  return fitText(name.slice(0, 1_000).replace(UNPRINTABLE, ' ').replace(/\s+/g, ' ').trim(), 255);
}

/** The rows as the selection for the render judges them (`prioritise-materials.ts`). */
export function renderCandidates(rows: readonly MaterialRow[]) {
  return rows.map((row) => ({
    id: row.id,
    originalIndex: row.index,
    name: row.name,
    originalName: cleanName(row.file.name),
    libraryId: row.entry?.libraryId ?? null,
    libraryName: row.entry?.libraryMaterialName ?? null,
    textureHash: row.entry?.textureHash ?? null,
    hasTexture: row.hasTexture,
    isProtected: row.entry?.isProtected === true,
  }));
}
