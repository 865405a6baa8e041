import { isFailure } from '../../../contract/failure.ts';
import type { ContentHash } from '../../../contract/ids.ts';
import type { App } from '../../core/app.ts';
import type { Command } from '../../data/command-log.ts';
import { visibleSteps } from '../../model/find-sketch.ts';
import { drawSketchPicture } from '../../scene/capture-light-map.ts';
import { tieToast } from '../../scene/tie-toast.ts';
import type { SketchRow } from '../../values/sketch.ts';

/**
 * The tool was closed (S2 4): a picture of every sketch that changed is kept, sketches without a stroke go, and all that
 * was painted since it was opened is one step to undo, offered at once (F23).
 *
 * @param before The project's sketches as the tool found them.
 * @throws AppError `device-storage-full`; what was painted is safe then.
 */
export async function keepSketches(
  app: App,
  projectKey: string,
  before: readonly SketchRow[],
): Promise<void> {
  const found = new Map(before.map((row) => [row.id, row]));
  const rows = await app.db.run(() => app.db.sketches.where('projectKey').equals(projectKey).toArray());
  const changed = rows.filter((row) => found.get(row.id)?.updatedAt !== row.updatedAt);
  const after: SketchRow[] = [];
  for (const row of changed) {
    if (visibleSteps(row.steps).length > 0) after.push({ ...row, pictureHash: await keepPicture(app, row) });
    else if (row.steps.length + row.undone.length > 0) await removeUnchanged(app, row);
  }
  for (const row of after) {
    await app.db.run(() =>
      app.db.sketches
        .where('id')
        .equals(row.id)
        .and(({ updatedAt }) => updatedAt === row.updatedAt)
        .modify({ pictureHash: row.pictureHash }),
    );
  }
  const replaced = changed.flatMap(({ id }) => found.get(id) ?? []);
  const isNothing = after.length === 0 && replaced.every(({ steps }) => visibleSteps(steps).length === 0);
  // Of another project, or of nobody any more, there is no step in this one.
  const isOpen = app.state.project.key === projectKey;
  if (!isNothing && isOpen) offerUndo(app, changed, replaced, after);
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

function offerUndo(
  app: App,
  changed: readonly SketchRow[],
  before: readonly SketchRow[],
  after: readonly SketchRow[],
): void {
  const { t } = app.texts();
  const ids = changed.map(({ id }) => id);
  const edit = { kind: 'sketches', ids, before, after } as const;
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
