import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

/** One row that the server made, changed or took away. */
export interface Effect {
  /** In the order in which the rows were written; gaps are what was rolled back. */
  readonly seq: number;
  readonly table: string;
  readonly operation: 'INSERT' | 'UPDATE' | 'DELETE';
  /** Of the database: effects of one transaction have the same. */
  readonly transaction: string;
  /** As it was left, by column; of a DELETE as it was. */
  readonly row: Readonly<Record<string, unknown>>;
}

/** What people's work and money are: of these each row that is written is an effect. */
const TABLES = [
  'projects',
  'renders',
  'ledger',
  'sketches',
  'idempotency_keys',
  'owned_files',
  'upload_parts',
] as const;

/**
 * All that a product's database was made to do, whatever the product says of it: PostgreSQL notes each row by triggers,
 * in the transaction that writes it.
 */
export interface EffectsLog {
  /** @param table All of it, the oldest first. */
  read(table: (typeof TABLES)[number]): Promise<Effect[]>;
  /** Any question, without a change. */
  ask<Row extends pg.QueryResultRow>(query: string, values?: readonly unknown[]): Promise<Row[]>;
  /** SIGKILL to PostgreSQL, as a power cut does it to the process; its children end by themselves. */
  killDatabase(): Promise<void>;
}

/** @param dataDir Of a product that runs, with the embedded PostgreSQL. */
export async function openEffectsLog(dataDir: string): Promise<EffectsLog> {
  const note = join(dataDir, 'postgres.json');
  const folder = existsSync(note)
    ? (JSON.parse(readFileSync(note, 'utf8')) as { folder: string }).folder
    : join(dataDir, 'postgres');
  const connection = {
    host: join(folder, 'run'),
    user: 'vitrine',
    password: readFileSync(join(folder, 'password'), 'utf8').trim(),
    database: 'vitrine',
  };
  const ask = async <Row extends pg.QueryResultRow>(query: string, values: readonly unknown[] = []) => {
    // A new one each time: the database is killed between them.
    const client = new pg.Client(connection);
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query<Row>(query, [...values])).rows;
    } finally {
      await client.end();
    }
  };
  await ask(INSTALL);
  return {
    ask,
    async read(table) {
      const rows = await ask<Omit<Effect, 'seq'> & { seq: string }>(
        'select seq, "table", operation, transaction, row from effects.log where "table" = $1 order by seq',
        [table],
      );
      return rows.map((row) => ({ ...row, seq: Number(row.seq) }));
    },
    async killDatabase() {
      const pid = Number((await readFile(join(folder, 'data/postmaster.pid'), 'utf8')).split('\n')[0]);
      process.kill(pid, 'SIGKILL');
    },
  };
}

const INSTALL = `
  create schema effects;
  create table effects.log (
    seq bigserial primary key, "table" text not null, operation text not null, transaction text not null, row jsonb not null
  );
  create function effects.note() returns trigger language plpgsql as $$
  begin
    insert into effects.log ("table", operation, transaction, row) values (
      tg_table_name, tg_op, pg_current_xact_id()::text, to_jsonb(case when tg_op = 'DELETE' then old else new end)
    );
    return null;
  end $$;
  ${TABLES.map(
    (table) =>
      `create trigger note_effect after insert or update or delete on ${table} for each row execute function effects.note();`,
  ).join('\n')}
`;
