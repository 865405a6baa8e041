import { isFailure } from '../../../contract/failure.ts';
import type { ContentHash } from '../../../contract/ids.ts';
import type { App } from '../../core/app.ts';
import type { Command, SingleEdit } from '../../data/command-log.ts';
import { visibleSteps } from '../../model/find-sketch.ts';
import { makeSketchEdit, type SketchChange } from '../../model/make-sketch-edit.ts';
import { drawSketchPicture } from '../../scene/capture-light-map.ts';
import { tieToast } from '../../scene/tie-toast.ts';
import type { SketchRow } from '../../values/sketch.ts';

/**
 * The tool was closed (S2 4): a picture of every sketch that was painted on is kept, such sketches without a stroke go, and
 * all that was painted since it was opened is one step to undo, offered at once (F23). What other tabs and devices painted
 * meanwhile is none of it.
 *
 * @param before The project's sketches as the tool found them.
 * @param touched Ids of the steps that were painted, taken back or brought back since; more may come until it has looked.
 * @throws AppError `device-storage-full`; what was painted is safe then.
 */
export async function keepSketches(
  app: App,
  projectKey: string,
  before: readonly SketchRow[],
  touched: readonly string[],
): Promise<void> {
  const found = new Map(before.map((row) => [row.id, row]));
  const rows = await app.db.run(() => app.db.sketches.where('projectKey').equals(projectKey).toArray());
  const own = new Set(touched);
  const changes: SketchChange[] = [];
  for (const row of rows.filter((one) => isTouched(one, found.get(one.id), own))) {
    const isPainted = visibleSteps(row.steps).length > 0;
    const after = isPainted ? { ...row, pictureHash: await keepPicture(app, row) } : undefined;
    if (!isPainted) await removeUnchanged(app, row);
    changes.push([found.get(row.id), after]);
  }
  for (const [, row] of changes) {
    if (row === undefined) continue;
    await app.db.run(() =>
      app.db.sketches
        .where('id')
        .equals(row.id)
        .and(({ updatedAt }) => updatedAt === row.updatedAt)
        .modify({ pictureHash: row.pictureHash }),
    );
  }
  const isSeen = changes.some((sides) => sides.some((row) => visibleSteps(row?.steps ?? []).length > 0));
  const edit = makeSketchEdit(changes, (stepId) => own.has(stepId));
  // Of another project, or of nobody any more, there is no step in this one.
  const isOpen = app.state.project.key === projectKey;
  if (isSeen && isOpen && edit !== null) offerUndo(app, edit);
}

/** Whether any of its steps, of now or before, is one of those. */
function isTouched(row: SketchRow, before: SketchRow | undefined, touched: ReadonlySet<string>): boolean {
  const steps = [...row.steps, ...row.undone, ...(before?.steps ?? [])];
  return steps.some(({ id }) => touched.has(id));
}

/** Null where light of a recipe cannot be had now: an order draws it then. */
async function keepPicture(app: App, row: SketchRow): Promise<ContentHash | null> {
  const picture = await drawSketchPicture(app, row).catch((error: unknown) => {
    if (isFailure(error, 'light-map-gone')) return null;
    throw error;
  });
  if (picture === null) return null;
  const hash = await app.compute().hashFile(picture);
  await app.storage.put(hash, picture);
  return hash;
}

/** Leaves it alone when somebody has painted on it meanwhile. */
async function removeUnchanged(app: App, row: SketchRow): Promise<void> {
  await app.db.run(() =>
    app.db.sketches
      .where('id')
      .equals(row.id)
      .and(({ updatedAt }) => updatedAt === row.updatedAt)
      .delete(),
  );
}

function offerUndo(app: App, edit: Extract<SingleEdit, { kind: 'sketches' }>): void {
  const { t } = app.texts();
  const command: Command = { label: t.lightMap.edit, edit };
  // What was painted is there already.
  app.commands.add(command);
  const close = app.toasts.offer('success', (texts) => texts.t.lightMap.kept, {
    area: 'viewer',
    action: {
      label: (texts) => texts.t.ui.undo,
      run: () => {
        if (!app.commands.isDone(command)) return;
        if (app.commands.steps().done.at(-1)?.command === command) app.commands.undo();
        else app.commands.put(edit, 'before');
      },
    },
  });
  tieToast(app, close, () => app.commands.isDone(command));
}
