import { AppError } from '../../../contract/failure.ts';
import { listRecipeFiles } from '../../../contract/files/list-recipe-files.ts';
import type { App } from '../../core/app.ts';
import { listDependants } from '../../data/list-dependants.ts';
import type { OutboxRow, OutboxWork } from '../../data/outbox-row.ts';
import { dropFiles, listCaptures } from '../../orders/drop-files.ts';
import { pullEnvironments } from '../../orders/pull-environments.ts';
import { pullLooks } from '../../orders/pull-looks.ts';

/**
 * Gives up work that the server does not have, and all that needs it. What is on this device alone and nowhere else goes
 * with it: a picture that was drawn here, a look or surroundings that were never sent. A look that the server has becomes
 * again what it is there. Edits of a project stay in the project.
 *
 * @returns False when it may have reached the server already; nothing is changed then.
 */
export async function discardUnsent(app: App, key: string): Promise<boolean> {
  const gone = await app.db.write(async () => {
    const rows = await app.db.outbox.toArray();
    const row = rows.find((one) => one.key === key);
    if (row === undefined) return [];
    const all = [row, ...listDependants(rows, key)];
    if (!(await app.outbox.withdraw(key))) return null;
    for (const one of all) await forget(app, one);
    return all;
  });
  if (gone === null) return false;
  for (const { work } of gone) {
    if (work.kind !== 'import-render' && work.kind !== 'order-render') continue;
    const hashes =
      work.kind === 'order-render'
        ? listCaptures(work.files)
        : work.render.images.map((image) => image.image_hash);
    // What a recipe names may be a project's: the sweep takes it when nothing does.
    const shared = new Set(work.kind === 'import-render' ? listRecipeFiles(work.render.recipe) : []);
    await dropFiles(
      app,
      hashes.filter((hash) => !shared.has(hash)),
    );
  }
  await fetchInstead(app, new Set(gone.map(({ work }) => work.kind)));
  return true;
}

/** What cannot be fetched now comes with the next connection. */
async function fetchInstead(app: App, kinds: ReadonlySet<OutboxWork['kind']>): Promise<void> {
  const { userId } = app.state.account;
  if (userId === null || app.reachability.connection() !== 'online') return;
  const { signal } = new AbortController();
  try {
    if (kinds.has('sync-look')) await pullLooks(app, userId, signal);
    if (kinds.has('sync-environment')) await pullEnvironments(app, userId, signal);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

/** What else of it is on this device. Call inside `db.write`. */
async function forget({ db }: Pick<App, 'db'>, { work }: OutboxRow): Promise<void> {
  if (work.kind === 'import-render' && work.deviceKey !== undefined)
    await db.deviceRenders.delete(work.deviceKey);
  if (work.kind === 'sync-look') {
    const look = await db.looks.get(work.lookId);
    if (look?.sentAt === null) await db.looks.delete(look.id);
    // As if it were what the server has: the next answer takes its place.
    else if (look !== undefined) await db.looks.update(look.id, { updatedAt: look.sentAt, deletedAt: null });
  }
  if (work.kind === 'sync-environment') {
    const environment = await db.environments.get(work.environmentId);
    if (environment?.sentAt === null) await db.environments.delete(environment.id);
    else if (environment !== undefined) {
      await db.environments.update(environment.id, { updatedAt: environment.sentAt, deletedAt: null });
    }
  }
}
