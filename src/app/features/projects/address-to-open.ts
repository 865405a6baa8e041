import type { App } from '../../core/app.ts';
import type { ProjectRow } from '../../data/db.ts';

/**
 * Where the project that opens first is asked for: the server knows which one that is, unless this device opened another
 * since, which the server has not heard yet.
 *
 * @param local The project that was open here last.
 * @returns Null while the server has nothing of it.
 */
export async function addressToOpen(
  app: Pick<App, 'db'>,
  local: Pick<ProjectRow, 'key' | 'serverId'> | null,
): Promise<string | null> {
  if (local === null) return '/api/project/active/';
  const waiting = await app.db.run(() =>
    app.db.outbox
      .where('stream')
      .equals(`project:${local.key}`)
      .filter(({ work }) => work.kind === 'create-project' || work.kind === 'activate-project')
      .count(),
  );
  if (waiting === 0) return '/api/project/active/';
  return local.serverId === null ? null : `/api/project/${local.serverId}/`;
}
