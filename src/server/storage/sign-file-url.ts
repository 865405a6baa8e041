import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ContentHash } from '../../contract/ids.ts';

/** An address is the same for so long: a browser that asks again has what it names. */
const STABLE_SECONDS = 12 * 3_600;
/** And works for so long more, for a page that has just read it; the page asks again for one that has ended. */
const AFTER_SECONDS = 2 * 3_600;
/** Addresses of a period that are kept; about 7 MB. */
const KEPT_MAX = 20_000;

/**
 * Makes addresses of stored files for one reader. An address is the right to read: it is for who asked. It is a path and a
 * query below the origin, and works for 2 to 14 hours.
 */
export interface FileUrls {
  sign(hash: ContentHash, reach?: Reach): string;
}

/**
 * Whose an address is: the reader's, whose session it ends with, or, of what everybody on this instance sees, the same for
 * all, which nobody's sign-out ends.
 */
export type Reach = 'own' | 'all';

/** The signed claims of a file's address. */
export interface FileAddress {
  readonly hash: string;
  /** The session it was given to; absent in a shared one. */
  readonly session?: string | undefined;
  /** Seconds since the epoch. */
  readonly expires: number;
  readonly signature: string;
}

/** Makes and checks addresses of stored files. */
export interface FileSeals {
  /**
   * @param sessionId A session and not an account is what an address ends with: signing out one device ends its addresses
   *   and leaves those of the others, which are cached there, as they are. All sessions of an account end with its
   *   password, its suspension and itself.
   */
  of(sessionId: string): FileUrls;
  /** Whether the signature is valid and not expired. The caller checks whether its session is still open. */
  verify(address: FileAddress): boolean;
}

/**
 * @param key For this purpose alone, the same on all nodes of the instance.
 * @param now The clock.
 */
export function createFileSeals(key: Uint8Array, now: () => Date): FileSeals {
  const seal = (hash: string, session: string, expires: number) =>
    createHmac('sha256', key).update(`${hash}:${session}:${expires}`).digest('base64url');
  /** By session and hash, all of one period. A library is asked for again and again. */
  const kept = { period: 0, addresses: new Map<string, string>() };

  const sign = (hash: ContentHash, session: string): string => {
    const period = Math.floor(now().getTime() / 1000 / STABLE_SECONDS);
    if (kept.period !== period || kept.addresses.size >= KEPT_MAX) {
      kept.period = period;
      kept.addresses.clear();
    }
    const name = `${session}${hash}`;
    const known = kept.addresses.get(name);
    if (known !== undefined) return known;
    const expires = (period + 1) * STABLE_SECONDS + AFTER_SECONDS;
    const whose = session === '' ? '' : `session=${session}&`;
    const address = `/files/${hash}?${whose}expires=${expires}&signature=${seal(hash, session, expires)}`;
    kept.addresses.set(name, address);
    return address;
  };
  return {
    of: (sessionId) => ({ sign: (hash, reach = 'own') => sign(hash, reach === 'own' ? sessionId : '') }),
    verify({ hash, session = '', expires, signature }) {
      if (!Number.isSafeInteger(expires) || expires * 1000 < now().getTime()) return false;
      const expected = Buffer.from(seal(hash, session, expires));
      const given = Buffer.from(signature);
      return given.byteLength === expected.byteLength && timingSafeEqual(given, expected);
    },
  };
}
