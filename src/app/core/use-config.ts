import { queryOptions, useQuery } from '@tanstack/react-query';
import { isFailure } from '../../contract/failure.ts';
import { ConfigBody } from '../../contract/http/instance.ts';
import type { App } from './app.ts';
import { useApp } from './use-app.ts';

/** Query key of what everybody is told, signed in or not. */
export const CONFIG_QUERY = ['config'] as const;

/** Key under which what was last told is kept for the time without a server. */
const LAST_CONFIG_KEY = 'lastConfig';

/** What this instance offers, as last told where the server cannot be asked. It changes only with a restart of the server. */
export function configQuery(app: Pick<App, 'server' | 'db'>) {
  return queryOptions({
    queryKey: CONFIG_QUERY,
    queryFn: async ({ signal }) => {
      try {
        const told = await app.server.call('/api/config/', ConfigBody, { isPublic: true }, signal);
        await app.db.run(() => app.db.kv.put({ key: LAST_CONFIG_KEY, value: told }));
        return told;
      } catch (error) {
        if (!isFailure(error, 'server-unreachable')) throw error;
        const kept = await app.db.run(() => app.db.kv.get(LAST_CONFIG_KEY));
        const known = ConfigBody.safeParse(kept?.value);
        if (!known.success) throw error;
        return known.data;
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** What this instance offers, null before the answer. */
export function useConfig(): ConfigBody | null {
  return useQuery(configQuery(useApp())).data ?? null;
}

/** Whether things cost credits here: all that speaks of credits or prices asks this. So it is until the server says. */
export function useHasCredits(): boolean {
  return useConfig()?.credits ?? true;
}
