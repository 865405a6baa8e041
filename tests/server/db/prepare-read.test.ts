import { connect, createServer, type Server, type Socket } from 'node:net';
import { and, asc, eq, sql, TransactionRollbackError } from 'drizzle-orm';
import { integer, jsonb, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectDatabase, type Database } from '../../../src/server/db/database.ts';
import {
  type Given,
  isAmong,
  prepareSelect,
  prepareSql,
  writer,
} from '../../../src/server/db/prepare-read.ts';
import { when } from '../../../src/server/db/schema/columns.ts';
import { openTestDatabase } from '../../support/test-database.ts';

const shelves = pgTable('shelves', { id: serial().primaryKey(), name: text().notNull() });
const books = pgTable('books', {
  id: serial().primaryKey(),
  shelfId: integer('shelf_id').notNull(),
  title: text(),
  tags: jsonb().$type<string[]>(),
  readAt: when('read_at'),
});

const TABLES = `create table shelves (id serial primary key, name text not null);
  create table books (id serial primary key, shelf_id integer not null, title text, tags jsonb, read_at timestamptz);
  insert into shelves (name) values ('upper'), ('lower');
  insert into books (shelf_id, title, tags, read_at) values
    (1, 'Emma', '["old"]', '2026-01-02 03:04:05.678+00'), (1, null, null, null), (2, 'Ulysses', '[]', null)`;

const readBooks = prepareSelect(
  { book: books, shelf: { name: shelves.name }, letters: sql<number>`length(${books.title})` },
  (select, given: Given<{ shelf: string }>) =>
    select
      .from(books)
      .innerJoin(shelves, eq(shelves.id, books.shelfId))
      .where(eq(shelves.name, given('shelf')))
      .orderBy(asc(books.id)),
);
const readTitles = prepareSelect({ title: books.title }, (select, given: Given<{ ids: readonly number[] }>) =>
  select
    .from(books)
    .where(isAmong(books.id, given('ids')))
    .orderBy(asc(books.id)),
);
const addBook = prepareSql<
  { title: string | null; tags: string[] | null; readAt: Date | null },
  { id: number }
>((given) =>
  writer
    .insert(books)
    .values({ shelfId: 2, title: given('title'), tags: given('tags'), readAt: given('readAt') })
    .returning({ id: books.id }),
);

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase(false);
  await database.pool.query(TABLES);
});
afterAll(() => database.close());

/** As drizzle itself reads them. */
function readPlainly(shelf: string) {
  return database.db
    .select({ book: books, shelf: { name: shelves.name }, letters: sql<number>`length(${books.title})` })
    .from(books)
    .innerJoin(shelves, and(eq(shelves.id, books.shelfId), eq(shelves.name, shelf)))
    .orderBy(asc(books.id));
}

/** Statements that the connections of the pool have by name. */
async function countNamed({ pool }: Database): Promise<number> {
  const { rows } = await pool.query(
    'select count(*)::int as named from pg_prepared_statements where not from_sql',
  );
  return (rows[0] as { named: number }).named;
}

test('rows are what drizzle reads, nested objects, moments, JSON and nulls', async () => {
  const rows = await readBooks(database.db, { shelf: 'upper' });
  expect(rows).toEqual(await readPlainly('upper'));
  expect(rows[0]?.book.readAt).toEqual(new Date('2026-01-02T03:04:05.678Z'));
  expect(await readBooks(database.db, { shelf: 'none' })).toEqual([]);
  expect(await countNamed(database)).toBeGreaterThan(0);
});

test('a list is one value however long; an empty one finds nothing', async () => {
  expect(await readTitles(database.db, { ids: [3, 1] })).toEqual([{ title: 'Emma' }, { title: 'Ulysses' }]);
  expect(await readTitles(database.db, { ids: [] })).toEqual([]);
});

test('null is kept as null, also in a column of JSON; a value that is missing is a mistake', async () => {
  const undone = database.db.transaction(async (tx) => {
    const [none] = await addBook(tx, { title: null, tags: null, readAt: null });
    const [some] = await addBook(tx, { title: 'Kim', tags: ['new'], readAt: new Date(5) });
    const { rows } = await tx.execute(
      sql`select tags is null as untagged, tags, read_at from books where id in (${none?.id}, ${some?.id}) order by id`,
    );
    expect(rows).toEqual([
      { untagged: true, tags: null, read_at: null },
      { untagged: false, tags: ['new'], read_at: '1970-01-01 00:00:00.005+00' },
    ]);
    // What a transaction wrote, its own reads see, and nobody else's.
    expect(await readBooks(tx, { shelf: 'lower' })).toHaveLength(3);
    expect(await readBooks(database.db, { shelf: 'lower' })).toHaveLength(1);
    tx.rollback();
  });
  await expect(undone).rejects.toBeInstanceOf(TransactionRollbackError);
  await expect(addBook(database.db, { title: 'Kim', tags: null } as never)).rejects.toThrow('"readAt"');
  await expect(readBooks(database.db, { shelf: undefined } as never)).rejects.toThrow('"shelf"');
});

test('a statement is asked on as the database is changed, and as its connection is lost', async () => {
  const own = connectDatabase(database.connection);
  try {
    const before = await readBooks(own.db, { shelf: 'upper' });
    await database.pool.query('alter table books add column pages integer');
    await database.pool.query('create index on books (shelf_id)');
    expect(await readBooks(own.db, { shelf: 'upper' })).toEqual(before);

    const lost = new Promise((resolve) => own.pool.once('remove', resolve));
    await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and query like '%"shelves"."name" = $1%'`,
    );
    await lost;
    expect(await readBooks(own.db, { shelf: 'upper' })).toEqual(before);
  } finally {
    await own.close();
  }
});

test('a transaction that failed leaves the statement as it was', async () => {
  const failing = database.db.transaction(async (tx) => {
    await readBooks(tx, { shelf: 'upper' });
    await tx.execute(sql`select 1 / 0`);
  });
  await expect(failing).rejects.toThrow();
  expect(await readBooks(database.db, { shelf: 'upper' })).toHaveLength(2);
});

test('behind a pooler, which hands statements to any backend, none is named', async () => {
  const pooler = await startPooler((database.connection as { host: string }).host);
  const { port } = pooler.server.address() as { port: number };
  const behind = connectDatabase({ ...(database.connection as object), host: '127.0.0.1', port } as never);
  try {
    expect(await readBooks(behind.db, { shelf: 'upper' })).toEqual(await readPlainly('upper'));
    await behind.db.transaction(async (tx) => {
      expect(await readTitles(tx, { ids: [1] })).toEqual([{ title: 'Emma' }]);
    });
    expect(await countNamed(behind)).toBe(0);
  } finally {
    await behind.close();
    pooler.stop();
  }
});

/** Passes everything on, but gives connections numbers of its own, as poolers do. */
async function startPooler(host: string): Promise<{ server: Server; stop: () => void }> {
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(`${host}/.s.PGSQL.5432`);
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('error', () => {});
    }
    near.pipe(far);
    far.on('data', (bytes) => near.write(renumber(bytes))).on('end', () => near.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = (): void => {
    for (const socket of open) socket.destroy();
    server.close();
  };
  return { server, stop };
}

/** BackendKeyData is K, its length and the number of the backend. */
function renumber(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  for (let at = 0; at + 5 <= copy.length; at += 1 + copy.readUInt32BE(at + 1)) {
    if (copy[at] === 'K'.charCodeAt(0)) copy.writeUInt32BE(7, at + 5);
  }
  return copy;
}
