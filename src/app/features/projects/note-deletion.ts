import { z } from 'zod';
import type { Database } from '../../data/db.ts';

const KEPT_AS = 'deleted-projects';
/** So many are remembered: a tab that shows one hears of it at once. */
const MAX_KEYS = 50;

const Keys = z.array(z.string()).catch([]);

/** Notes that a project was deleted, in the write that does so: its row being gone is not the browser's doing. */
export async function noteDeletion(db: Database, key: string): Promise<void> {
  const known = Keys.parse((await db.kv.get(KEPT_AS))?.value);
  await db.kv.put({ key: KEPT_AS, value: [...known, key].slice(-MAX_KEYS) });
}

/** Whether a project whose row is gone was deleted, and not cleared away with all that this browser kept. */
export async function wasDeleted(db: Database, key: string): Promise<boolean> {
  return Keys.parse((await db.kv.get(KEPT_AS))?.value).includes(key);
}
