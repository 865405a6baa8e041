import type pg from 'pg';

/** A schema that stands in a database from before the first to after the last change of a restore. */
const MARK = 'vitrine_restore';

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
