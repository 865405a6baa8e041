import type pg from 'pg';
import { SetupError } from '../process/setup-error.ts';

/** A schema that stands in a database from before the first to after the last change of a restore. */
const MARK = 'vitrine_restore';

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

/** Whoever starts a server on this database is refused from now on. */
export async function setRestoreMark(client: pg.ClientBase): Promise<void> {
  await client.query(`create schema if not exists ${MARK}`);
}

/** The database is whole and may be used. */
export async function removeRestoreMark(client: pg.ClientBase): Promise<void> {
  await client.query(`drop schema if exists ${MARK}`);
}
