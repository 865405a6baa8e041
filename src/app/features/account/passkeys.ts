import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import {
  PasskeyCreationBody,
  PasskeyRequestBody,
  PasskeysBody,
} from '../../../contract/http/keys/passkeys.ts';
import { loadCode } from '../../browser/load-code.ts';
import type { AppBase } from '../../core/app.ts';
import { ACCOUNT_QUERY } from '../../core/use-account.ts';
import { type Changer, changeListed } from './change-listed.ts';
import { signIn } from './sign-in.ts';

const PATH = '/api/users/me/passkeys/';

/** The password, and a code where the account has a second factor. */
export interface PasskeyProof {
  readonly password: string;
  readonly code?: string;
}

/** Passkeys of the account, the oldest first. */
export function passkeysQuery(app: Pick<AppBase, 'server'>) {
  return queryOptions({
    queryKey: [...ACCOUNT_QUERY, 'passkeys'] as const,
    queryFn: ({ signal }) => app.server.call(PATH, PasskeysBody, {}, signal),
    staleTime: 0,
  });
}

/**
 * Has the person's device make a passkey, and keeps it with the account.
 *
 * @throws AppError `password-wrong`, `second-factor-wrong`, `passkey-limit`, `passkey-here`, `passkey-unavailable`,
 *   `passkey-refused`, `passkey-expired`, `not-configured`; `AbortError` when the person said no.
 */
export async function addPasskey(app: Changer, name: string, proof: PasskeyProof): Promise<void> {
  const { makePasskey } = await loadCode(() => import('./ask-authenticator.ts'));
  const options = await app.server.call(`${PATH}begin/`, PasskeyCreationBody, {
    method: 'POST',
    body: proof,
    isAuth: true,
  });
  const body = { name, ...(await makePasskey(options)) };
  await change(app, () => app.server.call(PATH, z.null(), { method: 'POST', body, isAuth: true }));
}

/** @throws AppError `not-found`. */
export async function renamePasskey(app: Changer, id: number, name: string): Promise<void> {
  await change(app, () =>
    app.server.call(`${PATH}${id}/`, z.null(), { method: 'PATCH', body: { name }, isAuth: true }),
  );
}

/** It signs in no longer. @throws AppError `password-wrong`, `second-factor-wrong`, `not-found`. */
export async function removePasskey(app: Changer, id: number, proof: PasskeyProof): Promise<void> {
  await change(app, () =>
    app.server.call(`${PATH}${id}/remove/`, z.null(), { method: 'POST', body: proof, isAuth: true }),
  );
}

/**
 * Signs a person in by a passkey that they choose.
 *
 * @throws AppError `passkey-refused`, `passkey-expired`, `passkey-unavailable`, `not-configured`, `account-closed`,
 *   `rate-limited`, `server-unreachable`; `AbortError` when the person said no.
 */
export async function signInWithPasskey(app: AppBase): Promise<void> {
  const { signWithPasskey } = await loadCode(() => import('./ask-authenticator.ts'));
  const options = await app.server.call('/api/users/login/passkey/begin/', PasskeyRequestBody, {
    method: 'POST',
    isPublic: true,
    isAuth: true,
  });
  await signIn(app, { kind: 'passkey', ...(await signWithPasskey(options)) });
}

function change(app: Changer, send: () => Promise<unknown>): Promise<unknown> {
  return changeListed(app, passkeysQuery(app), send);
}
