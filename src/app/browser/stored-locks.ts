import Dexie from 'dexie';
import type { Locks, Outside } from './outside.ts';

/** What somebody waits for, or holds: of those of one name that are in time, the one with the lowest number. */
interface Ticket {
  readonly id: number;
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

type Around = Pick<Outside, 'indexedDB' | 'IDBKeyRange' | 'page' | 'now'>;

/** A tab that does not make its ticket last longer for so long was closed, or has died. */
const LASTS_MS = 5_000;
/** The same of a tab out of sight: browsers wake it once a minute. */
const LASTS_HIDDEN_MS = 90_000;
const RENEW_MS = 1_000;
const ASK_MS = 200;

/**
 * Locks for the tabs of an origin where the browser has none, as without a secure context (L21): tickets in IndexedDB,
 * whose transactions come one after the other in all tabs. Whoever waits asks five times a second, and who came first
 * is first. A tab that slept for longer than its ticket lasts may find another one at the same work. Where nothing can be
 * stored, nobody waits.
 */
export function storedLocks({ indexedDB, IDBKeyRange, page, now }: Around): Locks {
  const database = new Dexie('vitrine-locks', { indexedDB, IDBKeyRange });
  database.version(1).stores({ tickets: '++id, name' });
  const tickets = database.table<Ticket, number, Omit<Ticket, 'id'> & Partial<Ticket>>('tickets');

  const lasting = (): number => now() + (page.isVisible() ? LASTS_MS : LASTS_HIDDEN_MS);
  /** Makes a ticket last, for as long as it is wanted. @returns Whether it holds the lock. */
  const renew = (name: string, id: number, isWanted: () => boolean): Promise<boolean> =>
    database.transaction('rw', tickets, async () => {
      const others = await tickets.where({ name }).toArray();
      // A clock that was put back makes none of them last.
      const isOver = ({ until }: Ticket): boolean => until <= now() || until > now() + LASTS_HIDDEN_MS;
      const over = others.filter((ticket) => ticket.id !== id && isOver(ticket));
      await tickets.bulkDelete(over.map((ticket) => ticket.id));
      if (isWanted()) await tickets.put({ id, name, until: lasting() });
      return others.every((ticket) => ticket.id >= id || over.includes(ticket));
    });
  /** All of it is on its way at once: the page may be gone in a moment. */
  const giveBack = (id: number): void => {
    try {
      const transaction = database.backendDB().transaction('tickets', 'readwrite');
      transaction.objectStore('tickets').delete(id);
      transaction.commit();
    } catch {
      // The database was taken away: there is nothing to give back.
    }
  };

  return {
    async request(name, work, signal) {
      const id = await tickets.add({ name, until: lasting() }).catch(() => null);
      if (id === null) return work();
      let isWanted = true;
      const keep = (): Promise<boolean> => renew(name, id, () => isWanted).catch(() => true);
      const letGo = (): void => {
        isWanted = false;
        giveBack(id);
      };
      const timer = setInterval(keep, RENEW_MS);
      const ends = [page.onHide(() => void keep()), page.onLeave(letGo)];
      try {
        while (!(await keep())) await wait(ASK_MS, signal);
        return await work();
      } finally {
        clearInterval(timer);
        for (const end of ends) end();
        letGo();
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
