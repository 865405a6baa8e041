import { queryOptions, useQuery } from '@tanstack/react-query';
import { isFailure } from '../../contract/failure.ts';
import { ConfigBody } from '../../contract/http/instance.ts';
import { keepJson, recallJson } from '../browser/kept-json.ts';
import type { AppBase } from './app.ts';
import { useAppBase } from './use-app.ts';

/** Query key of what everybody is told, signed in or not. */
export const CONFIG_QUERY = ['config'] as const;

/** Where what was last told stands in local storage, for the time without a server. */
const LAST_CONFIG_KEY = 'vitrine_last_config';

/** What this instance offers, as last told where the server cannot be asked. It changes only with a restart of the server. */
export function configQuery({ server, outside }: Pick<AppBase, 'server' | 'outside'>) {
  return queryOptions({
    queryKey: CONFIG_QUERY,
    queryFn: async ({ signal }) => {
      try {
        const told = await server.call('/api/config/', ConfigBody, { isPublic: true }, signal);
        keepJson(outside.localStorage, LAST_CONFIG_KEY, told);
        return told;
      } catch (error) {
        if (!isFailure(error, 'server-unreachable')) throw error;
        const kept = recallJson(outside.localStorage, LAST_CONFIG_KEY, ConfigBody);
        if (kept === null) throw error;
        return kept;
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** What this instance offers, null before the answer. */
export function useConfig(): ConfigBody | null {
  return useQuery(configQuery(useAppBase())).data ?? null;
}

/** Whether things cost credits here: all that speaks of credits or prices asks this. So it is until the server says. */
export function useHasCredits(): boolean {
  return useConfig()?.credits ?? true;
}

/** Whether people sign in with passwords and passkeys here. So it is until the server says. */
export function useLocalSignIn(): boolean {
  return useConfig()?.local_sign_in ?? true;
}
