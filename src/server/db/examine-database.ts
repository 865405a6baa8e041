import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { z } from 'zod';
import { openEmbeddedPostgres } from './embedded-postgres.ts';
import { readInstance } from './instance-mark.ts';

const PATIENCE_MS = 10_000;
const Journal = z.object({ entries: z.array(z.object({ when: z.number() })) });

/** A database as it is, with nothing changed. */
export interface ExaminedDatabase {
  /** Such as `17.2`. */
  readonly version: string;
  /** Such as 170002. */
  readonly versionNumber: number;
  /** Migrations that this program has and the database has not. */
  readonly missing: number;
  /** Whether a newer program has brought it further than this one knows. */
  readonly isNewer: boolean;
  /** Its id; null where it has none yet. */
  readonly instance: string | null;
  /** Its clock over ours; positive where it is ahead. The way there is taken off. */
  readonly aheadMs: number;
}

/**
 * Looks at the database at `databaseUrl`, else at the embedded one of DATA_DIR, without bringing it to the newest schema.
 *
 * @returns Null where the embedded one is not made yet.
 * @throws Whatever keeps it from being reached.
 */
export async function examineDatabase(options: {
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  readonly stateDir: string;
  readonly migrationsDir: string;
}): Promise<ExaminedDatabase | null> {
  const { databaseUrl, dataDir, migrationsDir } = options;
  if (databaseUrl !== null) return examineConnection({ connectionString: databaseUrl }, migrationsDir);
  const isMade = existsSync(join(dataDir, 'postgres.json')) || existsSync(join(dataDir, 'postgres'));
  if (!isMade) return null;
  const embedded = await openEmbeddedPostgres(options);
  try {
    return await examineConnection(embedded.connection, migrationsDir);
  } finally {
    await embedded.close();
  }
}

/** As {@link examineDatabase}, for one that is open. */
export async function examineConnection(
  connection: pg.ClientConfig,
  migrationsDir: string,
): Promise<ExaminedDatabase> {
  const client = new pg.Client({
    ...connection,
    connectionTimeoutMillis: PATIENCE_MS,
    statement_timeout: PATIENCE_MS,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    const asked = Date.now();
    const { rows } = await client.query<{
      version: string;
      number: number;
      at: number;
      table: string | null;
    }>(
      `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
        extract(epoch from clock_timestamp())::float8 * 1000 as at, to_regclass('drizzle.__drizzle_migrations')::text as table`,
    );
    const halfway = (asked + Date.now()) / 2;
    const { version = '', number = 0, at = halfway, table = null } = rows[0] ?? {};
    const applied =
      table === null
        ? []
        : (await client.query<{ at: string }>(`select created_at as at from ${table}`)).rows.map((row) =>
            Number(row.at),
          );
    const journal = await readFile(join(migrationsDir, 'meta/_journal.json'), 'utf8');
    const known = Journal.parse(JSON.parse(journal)).entries.map(({ when }) => when);
    const newest = Math.max(0, ...applied);
    return {
      version,
      versionNumber: number,
      missing: known.filter((when) => when > newest).length,
      isNewer: newest > Math.max(...known),
      instance: (await readInstance(drizzle(client)))?.id ?? null,
      aheadMs: at - halfway,
    };
  } finally {
    await client.end();
  }
}
