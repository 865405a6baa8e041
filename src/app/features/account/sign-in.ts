import { z } from 'zod';
import { SessionBody } from '../../../contract/http/accounts.ts';
import type { App } from '../../app.ts';
import { ACCOUNT_QUERY, LAST_USER_KEY } from '../../use-account.ts';

/** How a person gets in: with a password, as somebody new, or as the owner with the one-time link. */
export type Credentials =
  | { readonly kind: 'login'; readonly email: string; readonly password: string }
  | { readonly kind: 'register'; readonly name: string; readonly email: string; readonly password: string }
  | { readonly kind: 'owner'; readonly token: string; readonly email: string; readonly password: string };

/**
 * Signs a person in and lets the page go on in place: nothing is reloaded and work that waits stays (B8).
 *
 * @throws AppError `credentials-wrong`, `email-taken`, `password-weak`, `owner-link-invalid`, `invalid-request`,
 *   `rate-limited`, `server-unreachable`.
 */
export async function signIn(app: App, credentials: Credentials): Promise<void> {
  const { kind, ...entered } = credentials;
  const body = kind === 'login' ? entered : { ...entered, language: app.state.shell.language };
  const path = { login: 'login', register: 'register', owner: 'owner/claim' }[kind];
  const session = await app.server.call(`/api/users/${path}/`, SessionBody, {
    method: 'POST',
    body,
    isPublic: true,
    isAuth: true,
  });
  app.session.store(session.access_token);
  app.reachability.noteSignedOut(false);
  app.queries.setQueryData(ACCOUNT_QUERY, session.user);
  await app.db.run(() => app.db.kv.put({ key: LAST_USER_KEY, value: session.user }));
  app.state.account.ownerToken = null;
  app.state.account.userId = session.user.id;
  app.state.account.status = 'signed-in';
}

/**
 * Signs out: here first, then on the server, whose answer does not matter (S1 4.1). Working copies and rows that wait
 * stay on this device and are found again by the same person (K10); what could be undone is forgotten.
 */
export async function signOut(app: App): Promise<void> {
  const token = app.session.token();
  const { userId } = app.state.account;
  app.commands.clear();
  app.session.clear();
  app.state.account.status = 'signed-out';
  app.state.account.userId = null;
  app.state.shell.modal = null;
  app.queries.clear();
  await app.db.run(() => app.db.kv.delete(LAST_USER_KEY));
  if (userId !== null) await app.db.run(() => app.db.steps.where('userId').equals(userId).delete());
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (token !== null) headers.authorization = `Bearer ${token}`;
  await app.outside
    .fetch(`${app.outside.apiBase}/api/users/logout/`, {
      method: 'POST',
      credentials: 'include',
      headers,
      body: '{}',
    })
    .catch(() => undefined);
}

/** What is stored about the last user, as far as it can be trusted. */
const LastUser = z.object({ id: z.number() });

/**
 * Takes up the session of the last visit: a stored token with its known user counts as signed in, also offline (A16).
 * The address of a one-time owner's link comes first.
 */
export async function restoreSession(app: App): Promise<void> {
  const { account } = app.state;
  const ownerToken = /^owner=(.+)$/.exec(app.outside.fragment)?.[1] ?? null;
  const row = await app.db.run(() => app.db.kv.get(LAST_USER_KEY));
  const user = LastUser.safeParse(row?.value);
  if (ownerToken !== null) {
    account.ownerToken = decodeURIComponent(ownerToken);
    account.status = 'signed-out';
    return;
  }
  if (app.session.token() === null || !user.success) {
    account.status = 'signed-out';
    return;
  }
  app.queries.setQueryData(ACCOUNT_QUERY, row?.value, { updatedAt: 0 });
  account.userId = user.data.id;
  account.status = 'signed-in';
}
