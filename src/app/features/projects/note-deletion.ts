import { z } from 'zod';
import type { Database } from '../../data/db.ts';

const KEPT_AS = 'deleted-projects';
/** So many are remembered: a tab that shows one hears of it at once. */
const MAX_KEYS = 50;

/** A project that made way for another has that one's key; those before that was noted are plain keys. */
const Gone = z.array(z.union([z.string(), z.object({ key: z.string(), heir: z.string() })])).catch([]);
type Entry = z.infer<typeof Gone>[number];

/** Notes that a project was deleted, in the write that does so: its row being gone is not the browser's doing. */
export async function noteDeletion(db: Database, key: string): Promise<void> {
  await note(db, key);
}

/** As {@link noteDeletion}, of one that nobody had touched and that makes way for another, which tabs that show it follow. */
export async function noteHeir(db: Database, key: string, heir: string): Promise<void> {
  await note(db, { key, heir });
}

/** What became of a project whose row is gone: without a note it was cleared away with all that this browser kept. */
export async function fateOf(db: Database, key: string): Promise<'cleared' | 'deleted' | 'replaced'> {
  const found = (await listGone(db)).findLast(
    (entry) => (typeof entry === 'string' ? entry : entry.key) === key,
  );
  if (found === undefined) return 'cleared';
  return typeof found === 'string' ? 'deleted' : 'replaced';
}

async function note(db: Database, entry: Entry): Promise<void> {
  const value = [...(await listGone(db)), entry].slice(-MAX_KEYS);
  await db.kv.put({ key: KEPT_AS, value });
}

async function listGone(db: Database): Promise<Entry[]> {
  return Gone.parse((await db.kv.get(KEPT_AS))?.value);
}
