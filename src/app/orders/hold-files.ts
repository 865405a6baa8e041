import { z } from 'zod';
import { HOUR_MS } from '../../contract/constants.ts';
import type { ContentHash } from '../../contract/ids.ts';
import type { App } from '../core/app.ts';

/** Rows of `db.kv`, so that every tab of this device knows of them. */
const KEPT_AS = 'held-files:';
const LOCK = 'vitrine-order-files';
/** Milliseconds. Whose tab has died commits no order any more. */
const HELD_MS = HOUR_MS;

const Held = z.object({ untilMs: z.number(), hashes: z.array(z.string()) });

/** Files of orders that are being made and that no row names yet. They are not taken from this device. */
export interface FileHold {
  /** Stores one more. @throws AppError `device-storage-full`. */
  keep(hash: ContentHash, file: Blob): Promise<void>;
  /** A row names them now, or nobody wants them. Never fails: what cannot be written ends by itself. */
  end(): Promise<void>;
}

type Around = Pick<App, 'db' | 'outside'>;

/** Files of orders are stored, or looked for and taken away, by one at a time of all tabs. */
export function alone<Result>({ locks }: App['outside'], work: () => Promise<Result>): Promise<Result> {
  return locks.request(LOCK, work);
}

/** Begins with none, and ends by itself an hour after the last. */
export function holdFiles({ db, storage, outside }: Around & Pick<App, 'storage'>): FileHold {
  const key = `${KEPT_AS}${outside.randomUuid()}`;
  const hashes: ContentHash[] = [];
  return {
    keep(hash, file) {
      return alone(outside, async () => {
        hashes.push(hash);
        const value = { untilMs: outside.now() + HELD_MS, hashes: [...hashes] };
        await db.run(() => db.kv.put({ key, value }));
        await storage.put(hash, file);
      });
    },
    async end() {
      await db.run(() => db.kv.delete(key)).catch(() => undefined);
    },
  };
}

/** What is held in all tabs. */
export async function listHeld({ db, outside }: Around): Promise<readonly string[]> {
  const rows = await db.run(() => db.kv.where('key').startsWith(KEPT_AS).toArray());
  return rows.flatMap(({ value }) => (isOver(value, outside.now()) ? [] : Held.parse(value).hashes));
}

/** Forgets what tabs held that have died. */
export async function forgetHeld({ db, outside }: Around): Promise<void> {
  const rows = db.kv.where('key').startsWith(KEPT_AS);
  await db.run(() => rows.filter(({ value }) => isOver(value, outside.now())).delete());
}

function isOver(value: unknown, nowMs: number): boolean {
  const held = Held.safeParse(value);
  // A clock that was put back makes none of them last.
  return !held.success || held.data.untilMs <= nowMs || held.data.untilMs > nowMs + HELD_MS;
}
