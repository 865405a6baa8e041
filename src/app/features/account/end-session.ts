import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { SessionsBody } from '../../../contract/http/accounts.ts';
import type { App } from '../../core/app.ts';
import { ACCOUNT_QUERY } from '../../core/use-account.ts';

/** Where the person is signed in. */
export function sessionsQuery(app: Pick<App, 'server'>) {
  return queryOptions({
    queryKey: [...ACCOUNT_QUERY, 'sessions'] as const,
    queryFn: ({ signal }) => app.server.call('/api/users/sessions/', SessionsBody, {}, signal),
    staleTime: 0,
  });
}

/** Signs the person out on another of their devices. @throws AppError those of a call. */
export async function endSession(app: Pick<App, 'server' | 'queries'>, id: string): Promise<void> {
  try {
    await app.server.call(`/api/users/sessions/${id}/`, z.null(), { method: 'DELETE', isAuth: true });
  } finally {
    await app.queries.invalidateQueries(sessionsQuery(app));
  }
}
