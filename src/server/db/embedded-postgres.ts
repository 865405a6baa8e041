import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { SetupError } from '../process/setup-error.ts';
import type { Connection } from './database.ts';
import { makeCluster, POSTGRES_USER } from './make-cluster.ts';
import { installBinaries, type PostgresBinaries, runProgram } from './postgres-binaries.ts';
import { type PostgresFolder, preparePostgresFolder, readPassword } from './postgres-folder.ts';
import { notStarted } from './postgres-not-started.ts';
import { readSocketFolder, startCluster } from './start-cluster.ts';
import { withLockFile } from './with-lock-file.ts';

const DATABASE = 'vitrine';
/** `application_name` of the connection that every process using the cluster keeps; the last process stops it. */
const PRESENCE = 'vitrine-presence';
/** Recovery after a kill took at most 2 s on a loaded machine; a large WAL takes longer. */
const RECOVERY_MS = 60_000;
/** A server that runs opens its socket at once. */
const CONNECT_MS = 10_000;
/** PostgreSQL's code for "the database system is starting up". */
const STARTING_UP = '57P03';

/** Pause between attempts to start it again after it died. */
const REJOIN_MS = 1_000;

/** A running PostgreSQL of ours. */
export interface EmbeddedPostgres {
  readonly connection: Connection;
  /** Disconnects, and stops PostgreSQL when no other process of this instance uses it. */
  close(): Promise<void>;
}

/**
 * Opens the PostgreSQL that lives with this DATA_DIR: makes it at first use, starts it when it is stopped, joins it
 * when it runs (a server killed with -9 leaves it running). It listens on a unix socket in a folder of mode 0700
 * and asks for a password. Should it die while we are open, it is started again.
 *
 * @param options.dataDir Existing folder.
 * @param options.stateDir Used by root only; see {@link preparePostgresFolder}.
 * @throws SetupError in words, when the data belong to another PostgreSQL version or it does not start.
 */
export async function openEmbeddedPostgres(options: {
  readonly dataDir: string;
  readonly stateDir: string;
}): Promise<EmbeddedPostgres> {
  const folder = await preparePostgresFolder(options.dataDir, options.stateDir);
  const binaries = await installBinaries(folder.programs);
  const lock = join(folder.state, 'lock');
  let presence: pg.Client | null = null;
  let isClosed = false;

  async function enter(): Promise<Connection> {
    return withLockFile(lock, async () => {
      const password = await readPassword(folder);
      await checkVersion(folder, binaries);
      if (!existsSync(folder.data)) await makeCluster(folder, binaries, password);
      await startCluster(folder, binaries);
      const connection = {
        host: await readSocketFolder(folder),
        port: 5432,
        user: POSTGRES_USER,
        password,
        database: DATABASE,
      };
      presence = await connect(connection, () => startCluster(folder, binaries));
      presence.on('end', rejoin);
      if (isClosed) await leave(presence);
      return connection;
    });
  }

  function rejoin(): void {
    if (isClosed) return;
    enter().catch(() => setTimeout(rejoin, REJOIN_MS).unref());
  }

  async function leave(client: pg.Client): Promise<void> {
    const isLast = await isAlone(client);
    await client.end().catch(() => {});
    if (!isLast) return;
    await runProgram(binaries, 'pg_ctl', ['stop', '-D', folder.data, '-m', 'fast', '-w'], folder.identity);
  }

  async function close(): Promise<void> {
    if (isClosed) return;
    isClosed = true;
    const mine = presence;
    if (mine !== null) await withLockFile(lock, () => leave(mine));
  }

  return { connection: await enter(), close };
}

async function checkVersion(folder: PostgresFolder, binaries: PostgresBinaries): Promise<void> {
  const text = await readFile(join(folder.data, 'PG_VERSION'), 'utf8').catch(() => null);
  if (text === null || Number.parseInt(text, 10) === binaries.major) return;
  throw new SetupError(
    `The database in ${folder.data} was made by PostgreSQL ${text.trim()}, and this Vitrine brings PostgreSQL ${binaries.major}: use the Vitrine version that made it, or another DATA_DIR.`,
  );
}

/**
 * Waits through recovery, and makes the database at the first time.
 *
 * @param start Called where nobody listens: what was taken for running may have been about to end.
 */
async function connect(
  connection: Exclude<Connection, { connectionString: string }>,
  start: () => Promise<void>,
): Promise<pg.Client> {
  const began = Date.now();
  for (;;) {
    const client = new pg.Client({ ...connection, database: 'postgres', application_name: PRESENCE });
    client.on('error', () => {});
    try {
      await client.connect();
      const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
      if (rowCount === 0) await client.query(`create database ${DATABASE}`);
      return client;
    } catch (error) {
      await client.end().catch(() => {});
      const { code, message } = error as { code?: string; message: string };
      const patienceMs = code === STARTING_UP ? RECOVERY_MS : CONNECT_MS;
      if (Date.now() - began > patienceMs) throw notStarted(message);
      await sleep(100);
      if (code === 'ECONNREFUSED' || code === 'ENOENT') await start();
    }
  }
}

async function isAlone(presence: pg.Client): Promise<boolean> {
  try {
    const { rows } = await presence.query(
      'select count(*)::int as others from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()',
      [PRESENCE],
    );
    return (rows[0] as { others: number }).others === 0;
  } catch {
    return true;
  }
}
