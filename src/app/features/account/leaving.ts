import type { AppBase } from '../../core/app.ts';
import { lateTextsOf } from '../../texts/load-texts.ts';

/** Whom the page has still to forget, and the server and the company's provider to be told of: their id, kept until all is done. */
const LEAVING_KEY = 'vitrine-leaving';
/** What this tab says once it is back from the company's provider. */
const BACK_KEY = 'vitrine-signed-out';
/** What was done; of `waits`, that something waits here for the person. */
export type Done = 'signed-out' | 'waits' | 'deleted';

type Caller = Pick<AppBase, 'outside'>;

/** A sign-out that has begun and is not known to have ended. */
export interface Leaving {
  readonly userId: number | null;
  /** When they pressed, in milliseconds. */
  readonly leftAt: number;
}

export function noteLeaving({ outside }: Caller, { userId, leftAt }: Leaving): void {
  outside.localStorage.setItem(LEAVING_KEY, `${userId ?? ''} ${leftAt}`);
}

/** Null while there is none. */
export function readLeaving({ outside }: Caller): Leaving | null {
  const kept = outside.localStorage.getItem(LEAVING_KEY);
  if (kept === null) return null;
  const [userId = '', leftAt = String(outside.now())] = kept.split(' ');
  return { userId: Number.parseInt(userId, 10) || null, leftAt: Number(leftAt) };
}

export function endLeaving({ outside }: Caller): void {
  outside.localStorage.removeItem(LEAVING_KEY);
}

/**
 * Goes to where the browser is signed out of the company's provider, which sends it back.
 *
 * @param url As the server told it. @param done Said once it is back.
 */
export function leaveProvider({ outside }: Caller, url: string, done: Done): void {
  outside.sessionStorage.setItem(BACK_KEY, done);
  outside.address.leave(new URL(url, outside.apiBase || outside.origin).href);
}

/** Says again what was said before the page went to the company's provider; late texts are loaded. */
export function tellBack(app: Pick<AppBase, 'outside' | 'toasts' | 'texts'>): void {
  const said = app.outside.sessionStorage.getItem(BACK_KEY);
  if (said === null) return;
  app.outside.sessionStorage.removeItem(BACK_KEY);
  const texts = app.texts();
  const { signedOut, signedOutWaiting } = texts.t.account;
  const deleted = lateTextsOf(texts.language).settings.delete.done;
  const sentence = { waits: signedOutWaiting, deleted }[said] ?? signedOut;
  app.toasts.show('info', sentence, { area: 'page' });
}
