import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';

interface Journal {
  readonly entries: readonly { readonly tag: string; readonly when: number }[];
}

/** Name of the last migration that a database has; null for a database without any. `unknown`: this program does not have it. */
export async function readMigration(
  client: pg.ClientBase,
  migrationsDir: string,
): Promise<{ readonly tag: string } | 'unknown' | null> {
  const { rows: found } = await client.query<{ name: string | null }>(
    `select to_regclass('drizzle.__drizzle_migrations')::text as name`,
  );
  if (found[0]?.name == null) return null;
  const { rows } = await client.query<{ when: string }>(
    'select created_at::text as "when" from drizzle.__drizzle_migrations order by created_at desc limit 1',
  );
  const [last] = rows;
  if (last === undefined) return null;
  const { entries } = await readJournal(migrationsDir);
  return entries.find(({ when }) => String(when) === last.when) ?? 'unknown';
}

/** Whether a start of this program would change a database that has data. */
export async function isAboutToChange(client: pg.ClientBase, migrationsDir: string): Promise<boolean> {
  const last = await readMigration(client, migrationsDir);
  if (last === null || last === 'unknown') return false;
  const { entries } = await readJournal(migrationsDir);
  if (entries.at(-1)?.tag === last.tag) return false;
  const { rowCount } = await client.query('select from users limit 1');
  return rowCount !== 0;
}

/** Whether this program has a migration of that name. */
export async function knowsMigration(migrationsDir: string, tag: string): Promise<boolean> {
  return (await readJournal(migrationsDir)).entries.some((entry) => entry.tag === tag);
}

/** Copies the migrations up to one, itself included, into a folder that a migration can be run from. */
export async function copyMigrationsUntil(migrationsDir: string, tag: string, to: string): Promise<void> {
  const journal = await readJournal(migrationsDir);
  const last = journal.entries.findIndex((entry) => entry.tag === tag);
  const entries = journal.entries.slice(0, last + 1);
  await mkdir(join(to, 'meta'), { recursive: true });
  await writeFile(join(to, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }));
  for (const entry of entries)
    await cp(join(migrationsDir, `${entry.tag}.sql`), join(to, `${entry.tag}.sql`));
}

async function readJournal(migrationsDir: string): Promise<Journal> {
  return JSON.parse(await readFile(join(migrationsDir, 'meta/_journal.json'), 'utf8')) as Journal;
}
