import type { FailureCode } from '../../contract/failure.ts';
import { SessionBody } from '../../contract/http/accounts.ts';
import type { Locks, Outside } from '../browser/outside.ts';
import { readFailure } from './read-failure.ts';
import { readTokenOwner } from './read-token-owner.ts';

/** Where the access token is kept (S3 3). */
const TOKEN_KEY = 'access_token';
const REFRESH_PATH = '/api/users/token/refresh/';
/** Held by whatever asks the server to change the session, in whichever tab. */
const SESSION_LOCK = 'vitrine-refresh';
/**
 * Whoever has held it for longer was put away by the system in the middle. Longer than a renewal and the word of a sign-out
 * (`sign-out.ts`) may take, one after the other: whoever is there is waited for.
 */
const LOCK_PATIENCE_MS = 30_000;
/** After that a renewal has not come; so that whoever signs in or out meanwhile waits no longer for it. */
const RENEWAL_PATIENCE_MS = 15_000;

/** What the server says of a session that it does not renew. */
const OVER: readonly FailureCode[] = ['not-authenticated', 'account-closed', 'forbidden'];

/**
 * The signed-in session: the access token here, the refresh token in an HttpOnly cookie (A9). Both belong to the browser,
 * so that all its tabs are the same person's; a page whose person has gone, in whichever tab, has no token any more.
 */
export interface Session {
  /** The token of this page's person; null when they are gone, or somebody else has come. */
  token(): string | null;
  /** Whose token the browser has now; undefined where it does not say, null without one. */
  owner(): number | null | undefined;
  /** Aborts when this page's person is gone: what was asked for them is for nobody any more. */
  signal(): AbortSignal;
  /** This page's person has signed in. */
  store(token: string): void;
  /** This page is from now on the page of whoever's token the browser has. */
  follow(): void;
  /** This page's person is gone; the token of somebody who came since then stays. */
  clear(): void;
  /**
   * A token that is newer than `stale`, from one refresh however many callers and tabs ask; null when the server
   * refused it, which ends the session.
   * @throws TypeError, or a TimeoutError, when the server could not be reached: the session stands.
   */
  renew(stale: string | null): Promise<string | null>;
  /**
   * Signs in or out while no tab does either, nor renews: whose answer is late would otherwise end the session, and take the
   * cookie, of whoever came since. What it calls must not renew.
   */
  alone<T>(change: () => Promise<T>): Promise<T>;
}

/** Storage may be forbidden (private mode): then the token lives as long as the page. */
export function createSession(outside: Outside): Session {
  let memory: string | null = null;
  let renewing: Promise<string | null> | null = null;
  let here = new AbortController();

  const stored = (): string | null => memory ?? readStored(outside);
  const ownerOf = (token: string | null): number | null | undefined =>
    token === null ? null : readTokenOwner(token);
  /** Whose page this is; null and undefined as {@link Session.owner}. */
  let holder = ownerOf(stored());
  const isTheirs = (token: string | null): boolean => {
    const owner = ownerOf(token);
    return holder == null || owner == null || owner === holder;
  };
  const token = (): string | null => {
    const value = stored();
    return isTheirs(value) ? value : null;
  };
  const write = (value: string): void => {
    memory = null;
    try {
      outside.localStorage.setItem(TOKEN_KEY, value);
    } catch {
      // Safari refuses storage in private windows.
      memory = value;
    }
  };
  const hold = (owner: number | null | undefined): void => {
    if (owner === holder) return;
    here.abort();
    here = new AbortController();
    holder = owner;
  };
  const alone = <T>(change: () => Promise<T>): Promise<T> => inTurn(outside.locks, change);
  const refresh = async (stale: string | null): Promise<string | null> => {
    const newest = token();
    if (newest !== null && newest !== stale) return newest;
    const response = await outside.fetch(`${outside.apiBase}${REFRESH_PATH}`, {
      method: 'POST',
      credentials: 'include',
      headers: { 'content-type': 'application/json' },
      body: '{}',
      signal: AbortSignal.timeout(RENEWAL_PATIENCE_MS),
    });
    // Nobody but our server can say that it is over: what stands between, or in its place, only keeps the answer back.
    if (!response.ok && OVER.includes((await readFailure(response)).code)) return null;
    const body = response.ok ? SessionBody.safeParse(await response.json()) : null;
    if (body === null || !body.success) throw new TypeError('The session could not be renewed now');
    const { access_token: next } = body.data;
    write(next);
    // The cookie is the browser's: another tab may have signed in somebody else meanwhile.
    return isTheirs(next) ? next : null;
  };
  return {
    token,
    owner: () => ownerOf(stored()),
    signal: () => here.signal,
    store(value) {
      write(value);
      hold(ownerOf(value));
    },
    follow: () => hold(ownerOf(stored())),
    clear() {
      const isOurs = isTheirs(stored());
      here.abort();
      here = new AbortController();
      holder = null;
      if (!isOurs) return;
      memory = null;
      try {
        outside.localStorage.removeItem(TOKEN_KEY);
      } catch {
        // As above: it was never there.
      }
    },
    renew(stale) {
      renewing ??= alone(() => refresh(stale)).finally(() => {
        renewing = null;
      });
      return renewing;
    },
    alone,
  };
}

/** When the lock is ours, or nobody can be waited for any longer. */
async function inTurn<T>(locks: Locks, change: () => Promise<T>): Promise<T> {
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), LOCK_PATIENCE_MS);
  let isOurs = false;
  const work = (): Promise<T> => {
    isOurs = true;
    clearTimeout(timer);
    return change();
  };
  try {
    return await locks.request(SESSION_LOCK, work, waiting.signal);
  } catch (error) {
    if (isOurs || !waiting.signal.aborted) throw error;
    return change();
  } finally {
    clearTimeout(timer);
  }
}

function readStored(outside: Outside): string | null {
  try {
    return outside.localStorage.getItem(TOKEN_KEY);
  } catch {
    return null;
  }
}
