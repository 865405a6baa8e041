import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ContentHash } from '../../contract/ids.ts';

const DAY_SECONDS = 86_400;
/** One handed out late in a day works for a day more: no sign-out takes it back, so it ends soon by itself. */
const LIFETIME_DAYS = 1;
/** Addresses of a day that are kept; about 5 MB. */
const KEPT_MAX = 20_000;

/** Makes and checks addresses of stored files. The address is the right to read: hand it to the owner only. */
export interface FileUrls {
  /** Path and query below the origin. The same all day, so that browsers cache what it names. */
  sign(hash: ContentHash): string;
  /** @param expires Seconds since the epoch, as in the address. */
  verify(hash: string, expires: number, signature: string): boolean;
}

/**
 * @param key For this purpose alone, the same on all nodes of the instance.
 * @param now The clock.
 */
export function createFileUrls(key: Uint8Array, now: () => Date): FileUrls {
  const seal = (hash: string, expires: number) =>
    createHmac('sha256', key).update(`${hash}:${expires}`).digest('base64url');
  /** By hash, all of one day. A library is asked for again and again. */
  const kept = { day: 0, addresses: new Map<ContentHash, string>() };
  return {
    sign(hash) {
      const today = Math.ceil(now().getTime() / 1000 / DAY_SECONDS);
      if (kept.day !== today || kept.addresses.size >= KEPT_MAX) {
        kept.day = today;
        kept.addresses.clear();
      }
      const known = kept.addresses.get(hash);
      if (known !== undefined) return known;
      const expires = (today + LIFETIME_DAYS) * DAY_SECONDS;
      const address = `/files/${hash}?expires=${expires}&signature=${seal(hash, expires)}`;
      kept.addresses.set(hash, address);
      return address;
    },
    verify(hash, expires, signature) {
      if (!Number.isSafeInteger(expires) || expires * 1000 < now().getTime()) return false;
      const expected = Buffer.from(seal(hash, expires));
      const given = Buffer.from(signature);
      return given.byteLength === expected.byteLength && timingSafeEqual(given, expected);
    },
  };
}
