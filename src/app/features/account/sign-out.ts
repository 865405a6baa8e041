import { z } from 'zod';
import { SignOutBody } from '../../../contract/http/accounts.ts';
import type { App } from '../../core/app.ts';
import { LAST_USER_KEY } from '../../core/use-account.ts';
import { hasUnsentWork } from './has-unsent-work.ts';
import { leavePage } from './leave-page.ts';
import { forgetPush } from './push.ts';

/** Whom the page has still to forget and the server to be told of: their id, kept until both is done. */
const LEAVING_KEY = 'vitrine-leaving';
/** A server that takes longer is told later: whoever signs in meanwhile waits for it. */
const TELL_PATIENCE_MS = 10_000;
/** What this tab says once it is back from the company's provider. */
const BACK_KEY = 'vitrine-signed-out';

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
  app.outside.localStorage.setItem(LEAVING_KEY, `${userId ?? ''} ${leftAt}`);
  app.commands.clear();
  leavePage(app);
  app.outside.localStorage.removeItem(LAST_USER_KEY);
  const forgotten = app.session.alone(() => forgetHere(app, userId, leftAt));
  const answered = app.session.alone(() => tellServer(app, token));
  const [waits] = await Promise.all([waiting, forgotten]);
  return { waits, told: answered.then((url) => goOnTo(app, url, waits)) };
}

/**
 * Goes on with a sign-out that the page did not live to end, or the server has not heard of. Once somebody is signed in, the
 * server has ended that session itself.
 */
export async function finishSignOut(app: Pick<App, 'outside' | 'session' | 'db'>): Promise<void> {
  await app.session.alone(async () => {
    const leaving = app.outside.localStorage.getItem(LEAVING_KEY);
    if (leaving === null) return;
    if (app.session.owner() !== null) return app.outside.localStorage.removeItem(LEAVING_KEY);
    const [userId = '', leftAt = String(app.outside.now())] = leaving.split(' ');
    await forgetHere(app, Number.parseInt(userId, 10) || null, Number(leftAt));
    await tellServer(app, null);
  });
}

/** @returns Where the browser is to be signed out next. */
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
  app.outside.localStorage.removeItem(LEAVING_KEY);
  return readNext(answer.status === 204 ? null : await answer.json().catch(() => null));
}

function readNext(body: unknown): string | null {
  return SignOutBody.safeParse(body).data?.url ?? null;
}

/** Nobody is led away who has signed in since, in whichever tab. */
function goOnTo(app: App, url: string | null, waits: boolean): void {
  if (url === null || app.session.owner() !== null || app.state.account.status !== 'signed-out') return;
  app.outside.sessionStorage.setItem(BACK_KEY, waits ? 'waits' : 'done');
  app.outside.address.leave(url);
}

/** Says again what a sign-out said whose page then went to the company's provider. */
export function tellBack(app: Pick<App, 'outside' | 'toasts' | 'texts'>): void {
  const said = app.outside.sessionStorage.getItem(BACK_KEY);
  if (said === null) return;
  app.outside.sessionStorage.removeItem(BACK_KEY);
  const { account } = app.texts().t;
  app.toasts.show('info', said === 'waits' ? account.signedOutWaiting : account.signedOut, { area: 'page' });
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
  await leaveHere(app);
  goOnTo(app, readNext(body), waits);
}

/** Ends the session in this browser and on this device; the server is not told. */
export async function leaveHere(app: App): Promise<void> {
  const { userId } = app.state.account;
  app.commands.clear();
  leavePage(app);
  const leftAt = app.outside.now();
  await app.session.alone(() => forgetHere(app, userId, leftAt));
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
