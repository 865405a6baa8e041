import type { ProjectBody } from '../../../contract/http/projects.ts';
import type { App } from '../../core/app.ts';
import { keepDeleted } from './keep-deleted.ts';

/**
 * Keeps on this device alone what stands here under a number that is another project's on the server: that is another database than
 * the one this device knew. Of projects whose moment this device never heard it is noted. Call inside `db.write`.
 */
export async function letGoOfOthers(
  app: Pick<App, 'db'>,
  userId: number,
  there: readonly Pick<ProjectBody, 'id' | 'created_at'>[],
): Promise<void> {
  const madeAt = new Map<number, string | undefined>(there.map(({ id, created_at }) => [id, created_at]));
  const rows = await app.db.projects.where('userId').equals(userId).toArray();
  for (const row of rows) {
    const other = row.serverId === null ? undefined : madeAt.get(row.serverId);
    if (other === undefined || other === row.madeAt) continue;
    if (row.madeAt == null) await app.db.projects.update(row.key, { madeAt: other });
    else await keepDeleted(app, row);
  }
}
