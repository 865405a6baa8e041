import type { SketchRow, SketchTarget } from '../values/sketch.ts';

/** A sketch before and after; undefined where there was none, or is none any more. */
export type SketchChange = readonly [before: SketchRow | undefined, after: SketchRow | undefined];

/**
 * Changes of sketches as an edit, which holds only the steps that went or came.
 *
 * @param isOwn Of the id of a step: what else went or came, another tab or device did, and is no part of the edit.
 * @returns Null where nothing of it changed.
 */
export function makeSketchEdit(
  changes: readonly SketchChange[],
  isOwn: (stepId: string) => boolean = () => true,
) {
  const edit = {
    kind: 'sketches' as const,
    ids: [] as string[],
    before: [] as SketchTarget[],
    after: [] as SketchTarget[],
  };
  for (const [before, after] of changes) {
    const id = before?.id ?? after?.id;
    const [earlier, later] = [
      before && (after ? without(before, after, isOwn) : before),
      after && without(after, before, isOwn),
    ];
    const isGone = before !== undefined && after === undefined;
    if (id === undefined || !(isGone || earlier?.steps.length || later?.steps.length)) continue;
    edit.ids.push(id);
    if (earlier !== undefined) edit.before.push(earlier);
    if (later !== undefined) edit.after.push(later);
  }
  return edit.ids.length === 0 ? null : edit;
}

/** A sketch without the steps that the other side has, too. */
function without(
  row: SketchRow,
  other: SketchRow | undefined,
  isOwn: (stepId: string) => boolean,
): SketchTarget {
  const { undone: _undone, ...target } = row;
  const there = other?.steps ?? [];
  const known = new Set(there.map(({ id }) => id));
  const first = row.steps.findIndex(({ id }, index) => id !== there[index]?.id);
  const onto = row.steps[(first < 0 ? row.steps.length : first) - 1]?.id ?? null;
  return { ...target, onto, steps: row.steps.filter(({ id }) => !known.has(id) && isOwn(id)) };
}
