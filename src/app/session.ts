import { SessionBody } from '../contract/http/accounts.ts';
import type { Outside } from './outside.ts';

/** Where the access token is kept (S3 3). */
const TOKEN_KEY = 'access_token';
const REFRESH_PATH = '/api/users/token/refresh/';
const REFRESH_LOCK = 'vitrine-refresh';

/** The signed-in session: the access token here, the refresh token in an HttpOnly cookie (A9). */
export interface Session {
  token(): string | null;
  store(token: string): void;
  clear(): void;
  /**
   * A token that is newer than `stale`, from one refresh however many callers and tabs ask; null when the server
   * refused it, which ends the session.
   * @throws TypeError when the server could not be reached: the session stands.
   */
  renew(stale: string | null): Promise<string | null>;
}

/** Storage may be forbidden (private mode): then the token lives as long as the page. */
export function createSession(outside: Outside): Session {
  let memory: string | null = readStored(outside);
  let renewing: Promise<string | null> | null = null;

  const token = (): string | null => readStored(outside) ?? memory;
  const store = (value: string): void => {
    memory = value;
    attempt(() => outside.localStorage.setItem(TOKEN_KEY, value));
  };
  const clear = (): void => {
    memory = null;
    attempt(() => outside.localStorage.removeItem(TOKEN_KEY));
  };
  const refresh = async (stale: string | null): Promise<string | null> => {
    const newest = token();
    if (newest !== null && newest !== stale) return newest;
    const response = await outside.fetch(`${outside.apiBase}${REFRESH_PATH}`, {
      method: 'POST',
      credentials: 'include',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    if (response.status >= 500) throw new TypeError('The session could not be renewed now');
    const body = response.ok ? SessionBody.safeParse(await response.json()) : null;
    if (body === null || !body.success) return null;
    store(body.data.access_token);
    return body.data.access_token;
  };
  return {
    token,
    store,
    clear,
    renew(stale) {
      const run = (): Promise<string | null> =>
        outside.locks === null ? refresh(stale) : outside.locks.request(REFRESH_LOCK, () => refresh(stale));
      renewing ??= run().finally(() => {
        renewing = null;
      });
      return renewing;
    },
  };
}

function readStored(outside: Outside): string | null {
  try {
    return outside.localStorage.getItem(TOKEN_KEY);
  } catch {
    return null;
  }
}

function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // Safari refuses storage in private windows; the token in memory is enough there.
  }
}
