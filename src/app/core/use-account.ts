import { useQuery } from '@tanstack/react-query';
import { useSnapshot } from 'valtio';
import { RENDER_COST_FALLBACK } from '../../contract/constants.ts';
import { UserBody } from '../../contract/http/accounts.ts';
import { keepJson } from '../browser/kept-json.ts';
import type { AppBase } from './app.ts';
import { useAppBase } from './use-app.ts';

/** Where the last known user stands in local storage, for the time without a server (A16). */
export const LAST_USER_KEY = 'vitrine_last_user';
/** Query key of the signed-in user. */
export const ACCOUNT_QUERY = ['account'] as const;
/** Query key of what the bell tells; what renews the account renews it too. */
export const NOTICES_QUERY = [...ACCOUNT_QUERY, 'notices'] as const;

/** Asks who is signed in and remembers the answer on this device. */
export async function fetchAccount(
  { server, outside }: Pick<AppBase, 'server' | 'outside'>,
  signal?: AbortSignal,
): Promise<UserBody> {
  const user = await server.call('/api/users/me/', UserBody, {}, signal);
  keepJson(outside.localStorage, LAST_USER_KEY, user);
  return user;
}

/** The signed-in user as last known, null before that or signed out. */
export function useAccount(): UserBody | null {
  const app = useAppBase();
  const { status } = useSnapshot(app.state.account);
  const { data } = useQuery({
    queryKey: ACCOUNT_QUERY,
    queryFn: ({ signal }) => fetchAccount(app, signal),
    enabled: status === 'signed-in',
  });
  return status === 'signed-in' ? (data ?? null) : null;
}

/** Credits for one image of standard quality: the user's own price, else the specification's (B16). */
export function useRenderCost(): number {
  return useAccount()?.render_cost ?? RENDER_COST_FALLBACK;
}
