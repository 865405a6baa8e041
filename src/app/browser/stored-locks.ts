import Dexie from 'dexie';
import type { Locks, Outside } from './outside.ts';

/** What some tab holds, as all tabs of the origin read it. */
interface Lease {
  readonly name: string;
  readonly holder: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

type Around = Pick<Outside, 'indexedDB' | 'IDBKeyRange' | 'page' | 'now' | 'randomUuid'>;

/** A tab whose lease is not made longer for so long was closed, or has died. */
const LEASE_MS = 5_000;
/** The same of a tab out of sight: browsers wake it once a minute. */
const HIDDEN_LEASE_MS = 90_000;
const RENEW_MS = 1_000;
const ASK_MS = 200;

/**
 * Locks for the tabs of an origin where the browser has none, as without a secure context (L21): leases in IndexedDB,
 * whose transactions come one after the other in all tabs. Whoever waits asks again five times a second, in no order. A tab
 * that slept for longer than its lease may find another one at the same work. Where nothing can be stored, nobody waits.
 */
export function storedLocks({ indexedDB, IDBKeyRange, page, now, randomUuid }: Around): Locks {
  const database = new Dexie('vitrine-locks', { indexedDB, IDBKeyRange });
  database.version(1).stores({ leases: 'name' });
  const leases = database.table<Lease, string>('leases');

  /** @returns False while another one holds it. */
  const claim = (name: string, holder: string): Promise<boolean> =>
    database.transaction('rw', leases, async () => {
      const lease = await leases.get(name);
      const left = lease === undefined ? 0 : lease.until - now();
      // A clock that was put back makes none of them last.
      if (lease !== undefined && lease.holder !== holder && left > 0 && left <= HIDDEN_LEASE_MS) return false;
      await leases.put({ name, holder, until: now() + (page.isVisible() ? LEASE_MS : HIDDEN_LEASE_MS) });
      return true;
    });
  const release = (name: string, holder: string): Promise<void> =>
    database.transaction('rw', leases, async () => {
      if ((await leases.get(name))?.holder === holder) await leases.delete(name);
    });

  return {
    async request(name, work, signal) {
      const holder = randomUuid();
      while (!(await claim(name, holder).catch(() => true))) await wait(ASK_MS, signal);
      const keep = (): void => void claim(name, holder).catch(() => {});
      const letGo = (): Promise<void> => release(name, holder).catch(() => {});
      const timer = setInterval(keep, RENEW_MS);
      const ends = [page.onHide(keep), page.onLeave(() => void letGo())];
      try {
        return await work();
      } finally {
        clearInterval(timer);
        for (const end of ends) end();
        await letGo();
      }
    },
  };
}

/** @throws `AbortError` once the signal says so. */
function wait(timeMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(new DOMException('Nobody waits for the lock any more.', 'AbortError'));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, timeMs);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
