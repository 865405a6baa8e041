import type { App } from '../../core/app.ts';
import { rendersKeptAs } from '../../core/render-queries.ts';
import { listUnsentSketches } from '../../data/list-unsent-sketches.ts';
import { findRestore, readRestores } from '../../orders/find-restore.ts';
import { lateTextsOf } from '../../texts/load-texts.ts';
import { listDirtyFields } from '../../values/dirty-fields.ts';
import { findUnsentOrders } from './find-unsent-orders.ts';
import { keepDeleted } from './keep-deleted.ts';
import { loadActiveProject } from './load-active-project.ts';
import { makeAnew } from './make-anew.ts';
import { noteDeletion } from './note-deletion.ts';

/**
 * The open project was deleted on another device. With edits or painted light that nobody else has it stays here, and the
 * next save makes it anew; with pictures that are to be drawn here or sent yet it is made anew for them. Without any the active
 * project takes its place. One that the server lacks because it was put back from a backup stays in any case.
 */
export async function meetDeletion(app: App, key: string, signal: AbortSignal): Promise<void> {
  const { project: t } = app.texts().t;
  const { project } = app.state;
  const asked = await app.db.run(() => app.db.projects.get(key));
  const madeAt = asked?.madeAt ?? null;
  const restores = madeAt === null ? [] : await readRestores(app, signal);
  const restore = findRestore(restores, Date.parse(madeAt ?? ''))?.backup ?? null;
  // What was typed while the server was asked counts as well.
  await app.workingCopy.current?.flush();
  const meet = async () => {
    const row = await app.db.projects.get(key);
    // Another tab met it: what follows the row leads on.
    if (row === undefined || row.serverId !== asked?.serverId) return 'gone';
    const sketches = await listUnsentSketches(app.db, key);
    const unsent =
      listDirtyFields(row.settings, row.saved).length + sketches.changed.length + sketches.tooLarge.length;
    // Pictures of it are to be drawn or sent yet: without it they would go nowhere.
    if ((await findUnsentOrders(app, key)) !== 'none') {
      await makeAnew(app, row);
      return 'ordered';
    }
    if (unsent === 0 && restore === null) {
      // Its row being gone is no news for this page.
      if (project.key === key) project.status = 'loading';
      await noteDeletion(app.db, key);
      await app.db.projects.delete(key);
      await app.db.kv.delete(rendersKeptAs(row.serverId));
      for (const table of [app.db.steps, app.db.sketches, app.db.sketchStates, app.db.backups]) {
        await table.where('projectKey').equals(key).delete();
      }
      return 'left';
    }
    await keepDeleted(app, row);
    return 'kept';
  };
  const fate = await app.db.write(meet).catch((error: unknown) => {
    if (project.key === key && project.status === 'loading') project.status = 'ready';
    throw error;
  });
  const { userId } = app.state.account;
  const { conflicts } = lateTextsOf(app.state.shell.language);
  const backupAt = restore === null ? '' : app.texts().format.dateTime(restore);
  if (fate === 'ordered') {
    app.toasts.show(
      'warning',
      restore === null ? conflicts.deletedOrdered : conflicts.restoredOrdered(backupAt),
    );
    void app.outbox.drain();
  } else if (fate === 'kept')
    app.toasts.show('warning', restore === null ? conflicts.deletedKept : conflicts.restoredKept(backupAt));
  else if (fate === 'left' && project.key === key && userId !== null) {
    app.toasts.show('info', t.deletedElsewhere);
    await loadActiveProject(app, userId, t.defaultName, signal);
  }
}
