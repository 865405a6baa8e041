import { MAX_EXAMINED_MATERIALS, MAX_RENDER_MATERIALS } from '../../../contract/constants.ts';
import type { MaterialId } from '../../../contract/ids.ts';

/** One material as the priority sees it. */
export interface Candidate {
  readonly id: MaterialId;
  /** glTF material index, -1 for the default material. */
  readonly originalIndex: number;
  readonly name: string;
  /** Name in the file. */
  readonly originalName: string;
  readonly libraryId: number | null;
  readonly libraryName: string | null;
  /** A library texture or one of the file's own (G25). */
  readonly hasTexture: boolean;
}

/** Materials that share one mask: all parts dressed with the same library item, or one material of the file. */
export interface MaskGroup {
  /** The first member stands for the group. */
  readonly id: MaterialId;
  readonly name: string;
  readonly originalNames: readonly string[];
  readonly members: readonly MaterialId[];
  /** Values of the ID pass that belong to it: material index + 1. */
  readonly slots: readonly number[];
  /** 1 is the most important. */
  readonly priority: number;
}

/** What the server stores beside the order (S3 3). */
export interface PrioritizationInfo {
  readonly total: number;
  readonly processed: number;
  readonly skipped: number;
  readonly processedList: readonly string[];
  readonly skippedList: readonly string[];
  readonly originalNames: readonly string[];
  readonly hasManualSelection: boolean;
}

export interface Prioritised {
  readonly groups: readonly MaskGroup[];
  readonly info: PrioritizationInfo;
}

/**
 * Chooses the mask groups of a render by the automatic priority (S3 9, G10, G11): a library item counts 100, each
 * material it dresses 10, and an earlier place (n - index) / n, so that the order is stable. At most 20 groups are
 * examined and 4 sent. Materials without a texture never take part.
 */
export function prioritiseMaterials(candidates: readonly Candidate[]): Prioritised {
  const groups = groupCandidates(candidates.filter((candidate) => candidate.hasTexture));
  const examined = groups.slice(0, MAX_EXAMINED_MATERIALS);
  const count = examined.length;
  const ranked = examined
    .map((group, index) => ({ group, score: scoreGroup(group, index, count) }))
    .sort((a, b) => b.score - a.score)
    .map(({ group }) => group);
  const chosen = ranked.slice(0, MAX_RENDER_MATERIALS);
  const skipped = [...ranked.slice(MAX_RENDER_MATERIALS), ...groups.slice(MAX_EXAMINED_MATERIALS)];
  return {
    groups: chosen.map((group, index) => ({
      id: group[0]!.id,
      name: labelGroup(group),
      originalNames: group.map((member) => member.originalName),
      members: group.map((member) => member.id),
      slots: group.map((member) => member.originalIndex + 1),
      priority: index + 1,
    })),
    info: {
      total: groups.length,
      processed: chosen.length,
      skipped: skipped.length,
      processedList: chosen.map(labelGroup),
      skippedList: skipped.map(labelGroup),
      originalNames: chosen.flatMap((group) => group.map((member) => member.originalName)),
      hasManualSelection: false,
    },
  };
}

function groupCandidates(candidates: readonly Candidate[]): Candidate[][] {
  const byKey = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    const key = candidate.libraryId === null ? `own:${candidate.id}` : `library:${candidate.libraryId}`;
    const group = byKey.get(key);
    if (group === undefined) byKey.set(key, [candidate]);
    else group.push(candidate);
  }
  return [...byKey.values()];
}

function scoreGroup(group: readonly Candidate[], index: number, count: number): number {
  const libraryScore = group[0]!.libraryId === null ? 0 : 100;
  return libraryScore + 10 * group.length + (count - index) / count;
}

function labelGroup(group: readonly Candidate[]): string {
  const first = group[0]!;
  return first.libraryName ?? first.name;
}
