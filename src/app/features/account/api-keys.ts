import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { ApiKeysBody, type KeyScope, MadeApiKeyBody } from '../../../contract/http/keys/api-keys.ts';
import type { AppBase } from '../../core/app.ts';
import { ACCOUNT_QUERY } from '../../core/use-account.ts';
import { type Changer, changeListed } from './change-listed.ts';

const PATH = '/api/users/me/api-keys/';

/** What a person asks of a new key, and the proof that it is they. */
export interface WantedKey {
  readonly name: string;
  readonly scopes: readonly KeyScope[];
  /** Null: it works until it is revoked. */
  readonly days: number | null;
  /** Absent where the account has none, see `use-proof.ts`. */
  readonly password?: string;
  readonly code?: string;
}

/** API keys of the account, the newest first. */
export function apiKeysQuery(app: Pick<AppBase, 'server'>) {
  return queryOptions({
    queryKey: [...ACCOUNT_QUERY, 'api-keys'] as const,
    queryFn: ({ signal }) => app.server.call(PATH, ApiKeysBody, {}, signal),
    staleTime: 0,
  });
}

/** @returns The key, which is told this once. @throws AppError `password-wrong`, `password-needed`, `second-factor-wrong`, `api-key-limit`. */
export async function makeApiKey(app: Changer, { days, ...wanted }: WantedKey): Promise<string> {
  const body = { ...wanted, expires_in_days: days };
  const { key } = await change(app, () =>
    app.server.call(PATH, MadeApiKeyBody, { method: 'POST', body, isAuth: true }),
  );
  return key;
}

/** It works no longer. @throws AppError `not-found`. */
export async function revokeApiKey(app: Changer, id: string): Promise<void> {
  await change(app, () => app.server.call(`${PATH}${id}/`, z.null(), { method: 'DELETE' }));
}

function change<T>(app: Changer, send: () => Promise<T>): Promise<T> {
  return changeListed(app, apiKeysQuery(app), send);
}
