import type { App } from '../../core/app.ts';
import type { EditSide, SingleEdit } from '../../data/command-log.ts';
import { visibleSteps } from '../../model/find-sketch.ts';
import type { SketchRow, SketchTarget } from '../../values/sketch.ts';

/**
 * Makes one side of an edit of sketches true. What somebody else has painted on them since stays. Those of steps of an older
 * version, which do not say whose they are, belong to the model that the project shows.
 */
export async function restoreSketches(
  app: Pick<App, 'db' | 'state' | 'outside'>,
  edit: Extract<SingleEdit, { kind: 'sketches' }>,
  side: EditSide,
): Promise<void> {
  const { model_hash: shown } = app.state.project.settings;
  const other = side === 'after' ? 'before' : 'after';
  await app.db.write(async () => {
    for (const id of edit.ids) {
      const isIt = (target: SketchTarget): boolean => target.id === id;
      const [wanted, undone] = [edit[side].find(isIt), edit[other].find(isIt)];
      const known = await app.db.sketches.get(id);
      const row = restore(known, wanted, undone);
      if (row === null) await app.db.sketches.delete(id);
      else {
        // A state that comes back is the latest again, here and on other devices.
        const updatedAt = Math.max(app.outside.now(), wanted?.updatedAt ?? 0, row.updatedAt) + 1;
        const modelHash = row.modelHash === undefined ? shown : row.modelHash;
        await app.db.sketches.put({ ...row, modelHash, updatedAt });
      }
    }
  });
}

/**
 * @param known As it is now.
 * @param undone The other side of the edit.
 * @returns Null where nothing is left of it.
 */
function restore(
  known: SketchRow | undefined,
  wanted: SketchTarget | undefined,
  undone: SketchTarget | undefined,
): SketchRow | null {
  const named = new Set([wanted, undone].flatMap((target) => target?.steps.map(({ id }) => id) ?? []));
  const others = known?.steps.filter(({ id }) => !named.has(id)) ?? [];
  if (wanted === undefined) {
    const isLeft = known !== undefined && visibleSteps(others).length > 0;
    return isLeft ? { ...known, steps: others, pictureHash: null } : null;
  }
  const { steps: added, onto = null, undone: takenBack = [], ...head } = wanted;
  // Gone meanwhile, and there is nothing of this edit to bring back.
  if (known === undefined && added.length === 0) return null;
  const below = others.findIndex(({ id }) => id === onto);
  const place = onto === null ? 0 : below < 0 ? others.length : below + 1;
  const steps = [...others.slice(0, place), ...added, ...others.slice(place)];
  const ids = new Set(steps.map(({ id }) => id));
  // The picture is of these steps alone.
  const isAsItWas = (others.at(-1)?.id ?? null) === onto;
  return {
    ...head,
    ...known,
    steps,
    undone: (known?.undone ?? takenBack).filter(({ id }) => !ids.has(id)),
    pictureHash: isAsItWas ? wanted.pictureHash : null,
  };
}
