import pg from 'pg';

/** A table of ours, without columns that PostgreSQL makes from others. */
export interface TableShape {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

/** Where a sequence is: whether `lastValue` was given already. */
export interface SequenceState {
  readonly name: string;
  /** A 64-bit number in digits. */
  readonly lastValue: string;
  readonly isCalled: boolean;
}

export const quoteName = (name: string): string => `public.${pg.escapeIdentifier(name)}`;

const IS_OURS = `relnamespace = 'public'::regnamespace
  and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')`;

/** By name; those of extensions are not ours. */
export async function listTables(client: pg.ClientBase): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(`
    select relname as name,
      json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where ${IS_OURS} and relkind in ('r', 'p') and not relispartition
      and attnum > 0 and not attisdropped and attgenerated = ''
    group by pg_class.oid, relname order by relname collate "C"`);
  return rows;
}

/** By name. What is read may be later than the transaction's snapshot, never earlier. */
export async function listSequences(client: pg.ClientBase): Promise<SequenceState[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where ${IS_OURS} and relkind = 'S' order by relname collate "C"`,
  );
  const states: SequenceState[] = [];
  for (const { name } of rows) {
    const found = await client.query<{ lastValue: string; isCalled: boolean }>(
      `select last_value::text as "lastValue", is_called as "isCalled" from ${quoteName(name)}`,
    );
    const [state] = found.rows;
    if (state !== undefined) states.push({ name, ...state });
  }
  return states;
}

/** Nobody changes how they are made until the transaction ends; everybody reads and writes them as ever. */
export async function lockTables(client: pg.ClientBase, tables: readonly TableShape[]): Promise<void> {
  const names = tables.map(({ name }) => quoteName(name)).join(', ');
  await client.query(`lock table ${names} in access share mode`);
}

/** Whether anybody has an account; false where there is no table of them yet. */
export async function hasAccounts(client: pg.ClientBase): Promise<boolean> {
  const { rows: tables } = await client.query(`select where to_regclass('public.users') is not null`);
  if (tables.length === 0) return false;
  return (await client.query('select from public.users limit 1')).rowCount !== 0;
}

/** Whether nobody has put anything into this database. */
export async function isEmpty(client: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(`
    select from pg_class where ${IS_OURS} and relkind in ('r', 'p', 'v', 'm', 'f', 'S')
    union all select from pg_namespace where nspname in ('drizzle', 'pgboss')`);
  return rowCount === 0;
}
