import { createHash } from 'node:crypto';
import { Column, getTableColumns, is, Param, Placeholder, type Query, SQL, sql, Table } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import {
  PgDialect,
  type PgPreparedQuery,
  type PgSelectBuilder,
  type PreparedQueryConfig,
  QueryBuilder,
  type SelectedFields,
} from 'drizzle-orm/pg-core';
import type { Queryable } from './database.ts';

/** Makes the placeholder of a named value in a statement. */
export type Given<Values> = (name: keyof Values & string) => Placeholder;

/** Executes a prepared statement with these values. `db` may be a running transaction. */
type Prepared<Values, Row> = (db: Queryable, values: Values) => Promise<Row[]>;
/** What a builder of drizzle's makes: `_` is there for its types only. */
interface Selection<Rows> {
  readonly _: { readonly result: Rows };
  toSQL(): Query;
}
type Reader = (values: readonly unknown[]) => unknown;
type RowOf<Rows> = Rows extends readonly (infer Row)[] ? Row : never;

/**
 * A read that is asked often: its text is written at the first call, each connection has PostgreSQL parse and plan it
 * once, and its rows are read by a plan of their own.
 *
 * @param fields Columns, tables, or objects of them, as drizzle's `select` takes them. A piece of SQL comes as the driver
 *   reads it, without `mapWith`: cast it. Tables come from inner joins only.
 * @param build What follows `select`. A value is `given('name')`; a list is compared by `isAmong`.
 */
export function prepareSelect<Fields extends SelectedFields, Values, Rows>(
  fields: Fields,
  build: (select: PgSelectBuilder<Fields, 'qb'>, given: Given<Values>) => Selection<Rows>,
): Prepared<Values, RowOf<Rows>> {
  const { read } = planRow(fields);
  return prepare(
    () => build(new QueryBuilder().select(fields) as PgSelectBuilder<Fields, 'qb'>, given).toSQL(),
    (rows) => rows.map(read) as RowOf<Rows>[],
  );
}

/**
 * As {@link prepareSelect}, for what is written in SQL, and for what changes rows. Rows come as the driver reads them, by the
 * names of their columns; moments as text.
 */
export function prepareSql<Values, Row>(
  build: (given: Given<Values>) => SQL | { toSQL(): Query },
): Prepared<Values, Row> {
  return prepare(() => {
    const built = build(given);
    return is(built, SQL) ? new PgDialect().sqlToQuery(built) : built.toSQL();
  });
}

/** A drizzle without a connection, to write inserts and updates for {@link prepareSql}. */
export const writer = drizzle.mock();

/** Executes SQL text as a prepared statement; the text must always be the same. */
export async function executeText(
  db: Queryable,
  text: string,
  values: readonly unknown[],
): Promise<{ rows: unknown[] }> {
  const { query, name } = nameQuery({ sql: text, params: [...values] });
  return (await db._.session.prepareQuery(query, undefined, name, false).execute()) as { rows: unknown[] };
}

/**
 * Condition: a column's value is one of a list, which is one value of the statement however long it is: of `inArray` each is one, and
 * PostgreSQL takes 65,535.
 */
export function isAmong(column: Column, list: Placeholder | readonly (string | number)[]): SQL<boolean> {
  return sql`${column} = any(${Array.isArray(list) ? sql.param(list) : list})`;
}

function given(name: string): Placeholder {
  return sql.placeholder(name);
}

function prepare<Values, Row>(
  write: () => Query,
  readRows?: (rows: unknown[][]) => Row[],
): Prepared<Values, Row> {
  let written: WrittenStatement | null = null;
  /** Prepared queries by the pool or transaction that executes them. */
  const made = new WeakMap<object, PgPreparedQuery<PreparedQueryConfig>>();
  return async (db, values) => {
    const { session } = db._;
    written ??= planValues(write());
    let statement = made.get(session);
    if (statement === undefined) {
      const { query, name } = written;
      statement = session.prepareQuery(query, undefined, name, readRows !== undefined, readRows);
      made.set(session, statement);
    }
    const given = written.read.map((read) => read(values as Readonly<Record<string, unknown>>));
    const answer: unknown = await statement.execute(given as unknown as Record<string, unknown>);
    return readRows === undefined ? (answer as { rows: Row[] }).rows : (answer as Row[]);
  };
}

/** A statement whose values have the names 0, 1, 2 …, and what reads each of what a caller gives. */
interface WrittenStatement {
  readonly query: Query;
  readonly name: string;
  readonly read: readonly ((values: Readonly<Record<string, unknown>>) => unknown)[];
}

/** As drizzle fills in values; but null stays null, whatever the column. */
function planValues(whole: Query): WrittenStatement {
  const read = whole.params.map((param): WrittenStatement['read'][number] => {
    const [place, encoder] = is(param, Param) ? [param.value, param.encoder] : [param, null];
    if (!is(place, Placeholder)) return () => param;
    return (values) => {
      const value = values[place.name];
      if (value === undefined) throw new Error(`a statement lacks its value "${place.name}"`);
      return value === null || encoder === null ? value : encoder.mapToDriverValue(value);
    };
  });
  const params = read.map((_, at) => sql.placeholder(String(at)));
  return { ...nameQuery({ sql: whole.sql, params }), read };
}

/** Names the statement by its text, so that equal names always mean equal text on a connection. */
function nameQuery(query: Query): { readonly query: Query; readonly name: string } {
  return { query, name: createHash('sha256').update(query.sql).digest('hex').slice(0, 32) };
}

/** Reads the values of a row, which come in the order in which drizzle writes the fields, from the first one's place on. */
function planRow(fields: SelectedFields, first = 0) {
  let next = first;
  const readers = Object.entries(fields).map(([key, field]): readonly [string, Reader] => {
    const at = next;
    if (is(field, Column) || is(field, SQL) || is(field, SQL.Aliased)) {
      next += 1;
      return [key, is(field, Column) ? planColumn(field, at) : (values) => values[at]];
    }
    const inner = planRow(is(field, Table) ? getTableColumns(field) : (field as SelectedFields), at);
    next = inner.next;
    return [key, inner.read];
  });
  const read = (values: readonly unknown[]): object => {
    const row: Record<string, unknown> = {};
    for (const [key, readField] of readers) row[key] = readField(values);
    return row;
  };
  return { read, next };
}

function planColumn(column: Column, at: number): Reader {
  // Most columns are as the driver reads them.
  if (column.mapFromDriverValue === Column.prototype.mapFromDriverValue) return (values) => values[at];
  return (values) => (values[at] === null ? null : column.mapFromDriverValue(values[at]));
}
