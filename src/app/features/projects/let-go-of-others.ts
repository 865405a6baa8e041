import type { ProjectBody } from '../../../contract/http/projects.ts';
import type { App } from '../../core/app.ts';
import { findUnsentOrders } from './find-unsent-orders.ts';
import { keepDeleted } from './keep-deleted.ts';
import { makeAnew } from './make-anew.ts';

/**
 * Keeps on this device alone what stands here under a number that is another project's on the server: that is another database than
 * the one this device knew. One of which pictures are to be drawn or sent yet is made there for them. Of projects whose moment this
 * device never heard it is noted. Call inside `db.write`: the outbox sees its new rows by itself.
 */
export async function letGoOfOthers(
  app: Pick<App, 'db' | 'outbox' | 'outside'>,
  userId: number,
  there: readonly Pick<ProjectBody, 'id' | 'created_at'>[],
): Promise<void> {
  const madeAt = new Map<number, string | undefined>(there.map(({ id, created_at }) => [id, created_at]));
  const rows = await app.db.projects.where('userId').equals(userId).toArray();
  for (const row of rows) {
    const other = row.serverId === null ? undefined : madeAt.get(row.serverId);
    if (other === undefined || other === row.madeAt) continue;
    if (row.madeAt == null) await app.db.projects.update(row.key, { madeAt: other });
    else if ((await findUnsentOrders(app, row.key)) !== 'none') await makeAnew(app, row);
    else await keepDeleted(app, row);
  }
}
