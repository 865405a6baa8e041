import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { SessionsBody } from '../../../contract/http/accounts.ts';
import type { App } from '../../core/app.ts';
import { ACCOUNT_QUERY } from '../../core/use-account.ts';
import { type Changer, changeListed } from './change-listed.ts';

/** Where the person is signed in. */
export function sessionsQuery(app: Pick<App, 'server'>) {
  return queryOptions({
    queryKey: [...ACCOUNT_QUERY, 'sessions'] as const,
    queryFn: ({ signal }) => app.server.call('/api/users/sessions/', SessionsBody, {}, signal),
    staleTime: 0,
  });
}

/** Signs the person out on another of their devices. @throws AppError those of a call. */
export async function endSession(app: Changer, id: string): Promise<void> {
  await changeListed(app, sessionsQuery(app), () =>
    app.server.call(`/api/users/sessions/${id}/`, z.null(), { method: 'DELETE', isAuth: true }),
  );
}
