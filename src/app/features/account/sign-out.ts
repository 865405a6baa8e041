import { z } from 'zod';
import { SignOutBody } from '../../../contract/http/accounts.ts';
import type { App } from '../../core/app.ts';
import { LAST_USER_KEY } from '../../core/use-account.ts';
import { hasUnsentWork } from './has-unsent-work.ts';
import { leavePage } from './leave-page.ts';
import { type Done, endLeaving, leaveProvider, noteLeaving, readLeaving } from './leaving.ts';
import { forgetPush } from './push.ts';

/** A server that takes longer is told later: whoever signs in meanwhile waits for it. */
const TELL_PATIENCE_MS = 10_000;

/**
 * Signs out: this page and all tabs at the press itself, so that a page closed or reloaded in the next moment is signed
 * out, too; then what this device knows of the person, then the server, which is told later where it cannot be reached now
 * (S1 4.1). Working copies and rows that wait stay on this device and are found again by the same person (K10); what could
 * be undone is forgotten.
 *
 * Where the company's provider is to sign the browser out as well, the page then goes there, and comes back; other tabs stay.
 *
 * @returns Whether anything waits here for the person, and when the server has answered, or could not.
 */
export async function signOut(app: App): Promise<{ readonly waits: boolean; readonly told: Promise<void> }> {
  const token = app.session.token();
  const { userId } = app.state.account;
  const waiting = userId === null ? Promise.resolve(false) : hasUnsentWork(app, userId);
  const leftAt = app.outside.now();
  noteLeaving(app, { userId, leftAt });
  app.commands.clear();
  leavePage(app);
  app.outside.localStorage.removeItem(LAST_USER_KEY);
  const forgotten = app.session.alone(() => forgetHere(app, userId, leftAt));
  const answered = app.session.alone(() => tellServer(app, token));
  const [waits] = await Promise.all([waiting, forgotten]);
  return { waits, told: answered.then((url) => goOnTo(app, url, waits ? 'waits' : 'signed-out')) };
}

/**
 * Goes on with a sign-out that the page did not live to end, or the server has not heard of. Once somebody is signed in, the
 * server has ended that session itself. Whoever is here now may be another: that the company's provider still knows the last one
 * is said on the way in, and nobody is led away.
 */
export async function finishSignOut(app: Pick<App, 'outside' | 'session' | 'db' | 'state'>): Promise<void> {
  await app.session.alone(async () => {
    const leaving = readLeaving(app);
    if (leaving === null) return;
    if (app.session.owner() !== null) return endLeaving(app);
    await forgetHere(app, leaving.userId, leaving.leftAt);
    app.state.account.wayOut = await tellServer(app, null);
  });
}

/** @returns Where the browser is to be signed out next; it is asked for again until it has been there. */
async function tellServer(app: Pick<App, 'outside'>, token: string | null): Promise<string | null> {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (token !== null) headers.authorization = `Bearer ${token}`;
  const init: RequestInit = {
    method: 'POST',
    credentials: 'include',
    // It is sent to its end also when the page goes.
    keepalive: true,
    headers,
    body: '{}',
    signal: AbortSignal.timeout(TELL_PATIENCE_MS),
  };
  const answer = await app.outside
    .fetch(`${app.outside.apiBase}/api/users/logout/`, init)
    .catch(() => undefined);
  if (answer?.ok !== true) return null;
  const next = readNext(answer.status === 204 ? null : await answer.json().catch(() => null));
  if (next === null) endLeaving(app);
  return next;
}

function readNext(body: unknown): string | null {
  return SignOutBody.safeParse(body).data?.url ?? null;
}

/** Nobody is led away who has signed in since, in whichever tab. */
function goOnTo(app: App, url: string | null, done: Done): void {
  if (url === null || app.session.owner() !== null || app.state.account.status !== 'signed-out') return;
  leaveProvider(app, url, done);
}

/**
 * Ends all sessions of the person, this one as well: the server first, for without it the others would go on.
 *
 * @throws AppError those of a call; everybody stays signed in then.
 */
export async function signOutEverywhere(app: App): Promise<void> {
  const body = await app.server.call('/api/users/logout/all/', z.unknown(), { method: 'POST', isAuth: true });
  const { userId } = app.state.account;
  const waits = userId !== null && (await hasUnsentWork(app, userId));
  const next = readNext(body);
  await leaveHere(app, next !== null);
  goOnTo(app, next, waits ? 'waits' : 'signed-out');
}

/**
 * Ends the session in this browser and on this device; the server knows.
 *
 * @param isVouched Whether the browser may have to be signed out of the company's provider still.
 */
export async function leaveHere(app: App, isVouched: boolean): Promise<void> {
  const { userId } = app.state.account;
  app.commands.clear();
  leavePage(app);
  const leftAt = app.outside.now();
  if (isVouched) noteLeaving(app, { userId, leftAt });
  await app.session.alone(() => forgetHere(app, userId, leftAt));
}

/** Has the browser of an account that is deleted signed out of the company's provider, once nothing more of it is to be done here. */
export async function leaveDeleted(app: App): Promise<void> {
  goOnTo(app, await app.session.alone(() => tellServer(app, null)), 'deleted');
}

/**
 * Takes off this device what only a signed-in person is to see.
 *
 * @param leftAt When they pressed, in milliseconds: what came to the device since then is for whoever signs in next.
 */
async function forgetHere(
  { outside, db }: Pick<App, 'outside' | 'db'>,
  userId: number | null,
  leftAt: number,
): Promise<void> {
  outside.localStorage.removeItem(LAST_USER_KEY);
  await forgetPush({ outside });
  await outside.forgetPictures(leftAt);
  if (userId !== null) await db.run(() => db.steps.where('userId').equals(userId).delete());
}
