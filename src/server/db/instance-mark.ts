import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { z } from 'zod';
import type { Db, Queryable } from './database.ts';
import { files } from './schema/files.ts';

/**
 * A schema whose comment says which database this is. Not a row: rows go with backups, and a database that is restored beside the
 * one it is from is another one. So it stays where rows are cleared for a restore, and goes along with a move.
 */
const MARK = 'vitrine_instance';
/** Any number that nothing else locks. */
const MARK_LOCK = 7_184_271;

/** Which database this is. */
const InstanceMark = z.object({
  id: z.uuid(),
  /** Whether it had files when it got its id: it may be of a version that kept none. */
  hadFiles: z.boolean(),
});
export type InstanceMark = z.infer<typeof InstanceMark>;

/** Null for a database that has none yet. */
export async function readInstance(db: Queryable): Promise<InstanceMark | null> {
  const { rows } = await db.execute<{ text: string | null }>(
    sql`select obj_description(oid, 'pg_namespace') as text from pg_namespace where nspname = ${MARK}`,
  );
  const text = rows[0]?.text ?? null;
  return text === null ? null : InstanceMark.parse(JSON.parse(text));
}

/** Gives it an id where it has none. Safe from several processes at once. */
export async function keepInstance(db: Db): Promise<InstanceMark> {
  const known = await readInstance(db);
  if (known !== null) return known;
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${MARK_LOCK})`);
    const first = await readInstance(tx);
    if (first !== null) return first;
    const some = await tx.select({ hash: files.hash }).from(files).limit(1);
    const mark = { id: randomUUID(), hadFiles: some.length > 0 };
    await writeInstance(tx, mark);
    return mark;
  });
}

/** The database of `to` is the one of `from` from now on. */
export async function copyInstance(from: pg.ClientBase, to: pg.ClientBase): Promise<void> {
  await writeInstance(drizzle(to as pg.Client), await readInstance(drizzle(from as pg.Client)));
}

async function writeInstance(db: Queryable, mark: InstanceMark | null): Promise<void> {
  await db.execute(sql.raw(`create schema if not exists ${MARK}`));
  // Of letters, digits and JSON's own signs: nothing of it ends a literal.
  const text = mark === null ? 'null' : `'${JSON.stringify(InstanceMark.parse(mark))}'`;
  await db.execute(sql.raw(`comment on schema ${MARK} is ${text}`));
}
