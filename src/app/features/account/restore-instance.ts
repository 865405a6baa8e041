import { queryOptions } from '@tanstack/react-query';
import { ConfigBody } from '../../../contract/http/instance.ts';
import { FoundBackupsBody, RestoreState } from '../../../contract/restore.ts';
import type { AppBase } from '../../core/app.ts';

type Server = Pick<AppBase, 'server'>;

/** Between looks at how far a restore is; the server is away in the middle of it. */
const LOOK_MS = 1_000;

/**
 * Backups in a folder of the server.
 *
 * @param path Null for its own folder of backups.
 */
export function foundBackupsQuery({ server }: Server, token: string, path: string | null) {
  return queryOptions({
    queryKey: ['restore', 'backups', path] as const,
    queryFn: ({ signal }) => {
      const options = { method: 'POST', body: { token, path }, isPublic: true } as const;
      return server.call('/api/restore/backups/', FoundBackupsBody, options, signal);
    },
    retry: false,
    staleTime: 0,
  });
}

/** How far a restore is, and whether the instance still waits for its owner: once it does not, all is there. */
export function restoreQuery({ server }: Server) {
  return queryOptions({
    queryKey: ['restore', 'state'] as const,
    queryFn: async ({ signal }) => {
      const options = { isPublic: true } as const;
      const state = await server.call('/api/restore/', RestoreState, options, signal);
      if (state.step !== 'idle') return { state, isDone: false };
      const config = await server.call('/api/config/', ConfigBody, options, signal);
      return { state, isDone: !config.needs_owner };
    },
    retry: false,
    staleTime: 0,
    refetchInterval: LOOK_MS,
  });
}

/**
 * Has a backup read, and restored where it is whole.
 *
 * @throws AppError `owner-link-invalid`, `not-configured`, `server-unreachable`.
 */
export function startRestore(
  { server }: Server,
  token: string,
  chosen: { readonly folder: string; readonly name: string },
): Promise<RestoreState> {
  const options = { method: 'POST', body: { token, ...chosen }, isPublic: true } as const;
  return server.call('/api/restore/', RestoreState, options);
}
