import { z } from 'zod';
import { AppError, isFailure } from '../../../contract/failure.ts';
import type { ProjectId } from '../../../contract/ids.ts';
import type { App } from '../../core/app.ts';
import { rendersKeptAs } from '../../core/render-queries.ts';
import { forgetBackups } from '../../orders/backup-tiers.ts';
import { isOfPerson } from '../../orders/queue-sync.ts';
import { findUnsentOrders } from './find-unsent-orders.ts';
import { makeAnew } from './make-anew.ts';
import { newProject } from './new-project.ts';
import { noteDeletion } from './note-deletion.ts';
import { openProject } from './open-project.ts';
import { findRow, obtainProject, type ProjectRef } from './project-ref.ts';
import { dropSummary } from './queries.ts';

/**
 * Deletes a project here and on the server, for good; its finished renders stay (L14).
 *
 * @param next What opens in place of the open one; null makes a new project called `newName`.
 * @throws AppError `server-unreachable` for one that the server knows, and the others of a call; `idempotency-in-flight`
 *   while it, or a picture that this device drew for it, is on its way there; `project-unsent` with orders that wait, for the
 *   server or to be drawn here, and with such pictures that the server refused. Nothing is deleted then; `project-made-anew`
 *   where it was, and was ordered for in another tab meanwhile: what is here stays, and goes to the server again.
 */
export async function deleteProject(
  app: App,
  ref: ProjectRef,
  next: ProjectRef | null,
  newName: string,
): Promise<void> {
  const { account, project } = app.state;
  if (account.userId === null) throw new AppError({ code: 'not-authenticated' });
  const row = await findRow(app, account.userId, ref);
  const serverId = row?.serverId ?? ref.serverId;
  const isOpen = row !== undefined && row.key === project.key;
  if (row !== undefined) await app.db.run(() => mustBeSent(app, row.key));
  // What fails now, fails before anything is gone.
  const heir = isOpen && next !== null ? await obtainProject(app, next) : null;
  if (serverId !== null) await deleteThere(app, serverId);
  else if (row !== undefined) await stopCreation(app, row.key);
  if (heir !== null && heir.key !== row?.key) await openProject(app, heir);
  else if (isOpen) await newProject(app, newName);
  if (row !== undefined) await forget(app, row.key, serverId);
}

async function deleteThere(app: App, serverId: ProjectId): Promise<void> {
  try {
    await app.server.call(`/api/project/${serverId}/`, z.null(), { method: 'DELETE' });
  } catch (error) {
    if (!isFailure(error, 'not-found')) throw error;
  }
  dropSummary(app, serverId);
}

/** What is ordered would go with the project unseen; what the server has of it stays. */
async function mustBeSent(app: Pick<App, 'db'>, key: string): Promise<void> {
  const orders = await findUnsentOrders(app, key);
  if (orders === 'sending') throw new AppError({ code: 'idempotency-in-flight' });
  if (orders === 'waiting') throw new AppError({ code: 'project-unsent' });
}

/** A creation that is on its way would bring the project back on the server, where nobody deletes it. */
async function stopCreation(app: App, key: string): Promise<void> {
  const rows = await app.db.run(() => app.db.outbox.where('stream').equals(`project:${key}`).toArray());
  const creation = rows.find(({ work }) => work.kind === 'create-project');
  if (creation !== undefined && !(await app.outbox.withdraw(creation.key))) {
    throw new AppError({ code: 'idempotency-in-flight' });
  }
}

/** Files that nothing else names go by themselves. @throws AppError as {@link deleteProject}: ordered for meanwhile, it stays. */
async function forget(app: App, key: string, serverId: ProjectId | null): Promise<void> {
  const refusal = await app.db.write(async () => {
    const row = await app.db.projects.get(key);
    const refused = await mustBeSent(app, key).catch(expectedFailure);
    if (row !== undefined && refused !== undefined) {
      await makeAnew(app, row);
      // Only here it was: nothing was deleted.
      return serverId === null ? refused : new AppError({ code: 'project-made-anew' });
    }
    await noteDeletion(app.db, key);
    await app.db.projects.delete(key);
    await app.db.kv.delete(rendersKeptAs(serverId));
    await app.db.outbox.filter(({ projectKey, work }) => projectKey === key && !isOfPerson(work)).delete();
    await app.db.deviceRenders.filter(({ projectKey }) => projectKey === key).delete();
    for (const table of [app.db.steps, app.db.sketches, app.db.sketchStates, app.db.backups]) {
      await table.where('projectKey').equals(key).delete();
    }
    return null;
  });
  if (refusal === null) return forgetBackups(app, [{ key, serverId }]);
  void app.outbox.drain();
  throw refusal;
}

function expectedFailure(error: unknown): AppError {
  if (error instanceof AppError) return error;
  throw error;
}
