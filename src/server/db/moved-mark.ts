import type pg from 'pg';

/** A schema that stands in a database whose rows live elsewhere now; its comment says where. */
const MARK = 'vitrine_moved';

/** Where the rows of this database were moved to, in words for people; null where they were not. */
export async function readMovedMark(client: pg.ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ to: string | null }>(
    `select obj_description(oid, 'pg_namespace') as "to" from pg_namespace where nspname = $1`,
    [MARK],
  );
  const [mark] = rows;
  return mark === undefined ? null : (mark.to ?? 'another one');
}

/** Whoever starts a server on this database is refused from now on. @param to Without a password: staff read it. */
export async function setMovedMark(client: pg.ClientBase, to: string): Promise<void> {
  // One query is one transaction: a mark that does not say where to would lead nowhere.
  await client.query(
    `create schema if not exists ${MARK}; comment on schema ${MARK} is ${client.escapeLiteral(to)}`,
  );
}

/** Rows come back into it. */
export async function removeMovedMark(client: pg.ClientBase): Promise<void> {
  await client.query(`drop schema if exists ${MARK}`);
}
