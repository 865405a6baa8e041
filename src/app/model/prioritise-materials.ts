import { MAX_EXAMINED_MATERIALS, MAX_RENDER_MATERIALS } from '../../contract/constants.ts';
import type { MaterialSelection } from '../../contract/http/projects.ts';
import type { MaterialId } from '../../contract/ids.ts';
import { listMarks, type Wearing } from '../../contract/scene/same-material.ts';
import type { PrioritizationInfo } from '../values/order-request.ts';

/** One material as the priority sees it. */
export interface Candidate extends Wearing {
  readonly id: MaterialId;
  /** glTF material index, -1 for the default material. */
  readonly originalIndex: number;
  /** Name in the file. */
  readonly originalName: string;
  /** A library texture or one of the file's own (G25). */
  readonly hasTexture: boolean;
}

/** Materials that share one mask, because they look the same (G9); most have one member. */
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
  /** Stays as the stage shows it. */
  readonly isLocked: boolean;
}

export interface Prioritised {
  readonly groups: readonly MaskGroup[];
  readonly info: PrioritizationInfo;
}

/**
 * Chooses the mask groups of a render: those a person selected, else by the automatic priority (S3 9, G10, G11). A
 * library item counts 100, each material it dresses 10, and an earlier place (n - index) / n, so that the order is
 * stable. At most 20 groups are examined and 4 sent. Materials without a texture never take part.
 *
 * @param selection Null: the automatic priority chooses.
 */
export function prioritiseMaterials(
  candidates: readonly Candidate[],
  selection: Pick<MaterialSelection, 'selected'> | null,
): Prioritised {
  const all = groupCandidates(candidates.filter((candidate) => candidate.hasTexture));
  const selected = selection === null ? null : new Set(selection.selected);
  const groups = all.filter((group) => selected === null || group.some(({ id }) => selected.has(id)));
  const examined = groups.slice(0, MAX_EXAMINED_MATERIALS);
  const count = examined.length;
  const ranked = examined
    .map((group, index) => ({ group, score: scoreGroup(group, index, count) }))
    .sort((a, b) => b.score - a.score)
    .map(({ group }) => group);
  const chosen = ranked.slice(0, MAX_RENDER_MATERIALS);
  const skipped = [...ranked, ...all.filter((group) => !examined.includes(group))].slice(chosen.length);
  return {
    groups: chosen.map((group, index) => ({
      id: group[0]!.id,
      name: labelGroup(group),
      originalNames: group.map((member) => member.originalName),
      members: group.map((member) => member.id),
      slots: group.map((member) => member.originalIndex + 1),
      priority: index + 1,
      isLocked: false,
    })),
    info: {
      total: all.length,
      processed: chosen.length,
      skipped: skipped.length,
      processedList: chosen.map(labelGroup),
      skippedList: skipped.map(labelGroup),
      originalNames: chosen.flatMap((group) => group.map((member) => member.originalName)),
      hasManualSelection: selection !== null,
    },
  };
}

function groupCandidates(candidates: readonly Candidate[]): Candidate[][] {
  const groups: Candidate[][] = [];
  /** The first group whose first member has a mark. */
  const groupOf = new Map<string, number>();
  for (const candidate of candidates) {
    const marks = listMarks(candidate);
    const found = Math.min(...marks.map((mark) => groupOf.get(mark) ?? groups.length), groups.length);
    if (found < groups.length) {
      groups[found]?.push(candidate);
      continue;
    }
    for (const mark of marks) if (!groupOf.has(mark)) groupOf.set(mark, found);
    groups.push([candidate]);
  }
  return groups;
}

function scoreGroup(group: readonly Candidate[], index: number, count: number): number {
  const libraryScore = group[0]!.libraryId === null ? 0 : 100;
  return libraryScore + 10 * group.length + (count - index) / count;
}

function labelGroup(group: readonly Candidate[]): string {
  const first = group[0]!;
  return first.libraryName ?? first.name;
}
