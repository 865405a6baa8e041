import type { AppBase } from '../../core/app.ts';

/** Whom the page has still to forget, and the server and the company's provider to be told of: their id, kept until all is done. */
const LEAVING_KEY = 'vitrine-leaving';
/** What this tab says once it is back from the company's provider. */
const BACK_KEY = 'vitrine-signed-out';

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
 * @param url As the server told it. @param waits Whether anything waits here for the person: said once it is back.
 */
export function leaveProvider({ outside }: Caller, url: string, waits: boolean): void {
  outside.sessionStorage.setItem(BACK_KEY, waits ? 'waits' : 'done');
  outside.address.leave(new URL(url, outside.apiBase || outside.origin).href);
}

/** Says again what a sign-out said whose page then went to the company's provider. */
export function tellBack(app: Pick<AppBase, 'outside' | 'toasts' | 'texts'>): void {
  const said = app.outside.sessionStorage.getItem(BACK_KEY);
  if (said === null) return;
  app.outside.sessionStorage.removeItem(BACK_KEY);
  const { account } = app.texts().t;
  app.toasts.show('info', said === 'waits' ? account.signedOutWaiting : account.signedOut, { area: 'page' });
}
