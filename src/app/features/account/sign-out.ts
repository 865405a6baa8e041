import { z } from 'zod';
import type { App } from '../../app.ts';
import { LAST_USER_KEY } from '../../use-account.ts';

/**
 * Signs out: here first, then on the server, whose answer does not matter (S1 4.1). Working copies and rows that wait
 * stay on this device and are found again by the same person (K10); what could be undone is forgotten.
 */
export async function signOut(app: App): Promise<void> {
  const token = app.session.token();
  await leaveHere(app);
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

/**
 * Ends all sessions of the person, this one as well: the server first, for without it the others would go on.
 *
 * @throws AppError those of a call; everybody stays signed in then.
 */
export async function signOutEverywhere(app: App): Promise<void> {
  await app.server.call('/api/users/logout/all/', z.unknown(), { method: 'POST', isAuth: true });
  await leaveHere(app);
}

/** Ends the session on this page and device; the server is not told. */
export async function leaveHere(app: App): Promise<void> {
  const { account, shell } = app.state;
  const { userId } = account;
  app.commands.clear();
  app.session.clear();
  account.status = 'signed-out';
  account.userId = null;
  account.hasSignedOut = true;
  shell.modal = null;
  app.queries.clear();
  await app.db.run(() => app.db.kv.delete(LAST_USER_KEY));
  if (userId !== null) await app.db.run(() => app.db.steps.where('userId').equals(userId).delete());
}
