import { queryOptions } from '@tanstack/react-query';
import { FactorBody } from '../../contract/http/second-factor.ts';
import type { App } from './app.ts';
import { ACCOUNT_QUERY } from './use-account.ts';

/** Whether the person's account takes a code besides the password, whether it has to, and how many recovery codes are left. */
export function factorQuery(app: Pick<App, 'server'>) {
  return queryOptions({
    queryKey: [...ACCOUNT_QUERY, 'second-factor'] as const,
    queryFn: ({ signal }) => app.server.call('/api/users/me/second-factor/', FactorBody, {}, signal),
    staleTime: 0,
  });
}
