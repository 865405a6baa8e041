import type pg from 'pg';
import { SetupError } from '../process/setup-error.ts';

/** A schema that stands in a database from before the first to after the last change of a restore, or a move into it. */
const MARK = 'vitrine_restore';
/** Its comment, when nothing but its removal is left to do. */
const WHOLE = 'whole';

/** Any number that nothing else locks. */
const RESTORE_LOCK = 7_184_270;

/**
 * One restore at a time writes into a database; the lock ends with the connection.
 *
 * @throws SetupError while another one does.
 */
export async function holdRestoreLock(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ isMine: boolean }>('select pg_try_advisory_lock($1) as "isMine"', [
    RESTORE_LOCK,
  ]);
  if (rows[0]?.isMine !== true) throw new SetupError('Another restore writes into this database.');
}

/** Whether a restore into this database has not come to its end. */
export async function hasRestoreMark(client: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await client.query('select from pg_namespace where nspname = $1', [MARK]);
  return rowCount !== 0;
}

/** Whoever starts a server on this database is refused from now on. Nothing of it counts as whole. */
export async function setRestoreMark(client: pg.ClientBase): Promise<void> {
  await client.query(`create schema if not exists ${MARK}`);
  await client.query(`comment on schema ${MARK} is null`);
}

/** All rows are there and were compared: only the mark is still to be removed. */
export async function noteWhole(client: pg.ClientBase): Promise<void> {
  await client.query(`comment on schema ${MARK} is '${WHOLE}'`);
}

/** Whether the mark stands with {@link noteWhole}. */
export async function isWhole(client: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_namespace where nspname = $1 and obj_description(oid, 'pg_namespace') = $2`,
    [MARK, WHOLE],
  );
  return rowCount !== 0;
}

/** The database is whole and may be used. */
export async function removeRestoreMark(client: pg.ClientBase): Promise<void> {
  await client.query(`drop schema if exists ${MARK}`);
}
