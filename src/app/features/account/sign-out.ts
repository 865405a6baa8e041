import { z } from 'zod';
import type { App } from '../../app.ts';
import { LAST_USER_KEY } from '../../use-account.ts';
import { hasUnsentWork } from './has-unsent-work.ts';

/** Set while the server has not been told of a sign-out. */
const LEAVING_KEY = 'vitrine-leaving';

/**
 * Signs out: here first, in all tabs, then on the server, which is told later where it cannot be reached now (S1 4.1).
 * Working copies and rows that wait stay on this device and are found again by the same person (K10); what could be undone
 * is forgotten.
 *
 * @returns Whether anything waits here for the person, and when the server has answered, or could not.
 */
export async function signOut(app: App): Promise<{ readonly waits: boolean; readonly told: Promise<void> }> {
  const token = app.session.token();
  const { userId } = app.state.account;
  const waits = userId !== null && (await hasUnsentWork(app, userId));
  app.outside.localStorage.setItem(LEAVING_KEY, '1');
  await leaveHere(app);
  return { waits, told: tellServer(app, token) };
}

/** Tells the server of a sign-out that it has not heard of. Once somebody is signed in, it has ended that session itself. */
export async function finishSignOut(app: Pick<App, 'outside' | 'session'>): Promise<void> {
  if (app.outside.localStorage.getItem(LEAVING_KEY) === null) return;
  if (app.session.owner() === null) await tellServer(app, null);
  else app.outside.localStorage.removeItem(LEAVING_KEY);
}

async function tellServer(app: Pick<App, 'outside'>, token: string | null): Promise<void> {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (token !== null) headers.authorization = `Bearer ${token}`;
  const init: RequestInit = { method: 'POST', credentials: 'include', headers, body: '{}' };
  const answer = await app.outside
    .fetch(`${app.outside.apiBase}/api/users/logout/`, init)
    .catch(() => undefined);
  if (answer?.ok === true) app.outside.localStorage.removeItem(LEAVING_KEY);
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

/** Ends the session in this browser and on this device; the server is not told. */
export async function leaveHere(app: App): Promise<void> {
  const { userId } = app.state.account;
  leavePage(app);
  await app.outside.forgetPictures();
  await app.db.run(() => app.db.kv.delete(LAST_USER_KEY));
  if (userId !== null) await app.db.run(() => app.db.steps.where('userId').equals(userId).delete());
}

/** Ends the session on this page; `start-app.ts` takes everything of the person off it. */
export function leavePage(app: Pick<App, 'session' | 'commands' | 'state'>): void {
  const { account } = app.state;
  app.commands.clear();
  app.session.clear();
  account.status = 'signed-out';
  account.userId = null;
  account.hasSignedOut = true;
}
