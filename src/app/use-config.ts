import { queryOptions, useQuery } from '@tanstack/react-query';
import { ConfigBody } from '../contract/http/instance.ts';
import type { App } from './app.ts';
import { useApp } from './use-app.ts';

/** Query key of what everybody is told, signed in or not. */
export const CONFIG_QUERY = ['config'] as const;

/** What this instance offers. It changes only with a restart of the server. */
export function configQuery(app: Pick<App, 'server'>) {
  return queryOptions({
    queryKey: CONFIG_QUERY,
    queryFn: ({ signal }) => app.server.call('/api/config/', ConfigBody, { isPublic: true }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** What this instance offers, null before the answer. */
export function useConfig(): ConfigBody | null {
  return useQuery(configQuery(useApp())).data ?? null;
}
