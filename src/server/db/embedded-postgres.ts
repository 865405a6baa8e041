import { existsSync } from 'node:fs';
import { appendFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { SetupError } from '../setup-error.ts';
import type { Connection } from './database.ts';
import { installBinaries, type PostgresBinaries, runProgram } from './postgres-binaries.ts';
import {
  giveTo,
  type PostgresFolder,
  preparePostgresFolder,
  readPassword,
  SOCKET_NAME,
} from './postgres-folder.ts';
import { withLockFile } from './with-lock-file.ts';

const USER = 'vitrine';
const DATABASE = 'vitrine';
/** Every process that uses the cluster keeps one connection of this name; the last of them stops it. */
const PRESENCE = 'vitrine-presence';
/** Children of a killed postmaster need a moment to end before another may start. */
const START_RETRIES_MS = 15_000;
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
  /** Leaves; stops PostgreSQL when no other process of ours uses it. */
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
        host: await socketOf(folder),
        port: 5432,
        user: USER,
        password,
        database: DATABASE,
      };
      presence = await connect(connection);
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

/** Makes the cluster aside and renames it, so that a killed start leaves none or a whole one. */
async function makeCluster(
  folder: PostgresFolder,
  binaries: PostgresBinaries,
  password: string,
): Promise<void> {
  const draft = `${folder.data}.draft`;
  const passwordFile = join(folder.socket, 'initdb-password');
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  await giveTo(draft, folder.identity);
  await rm(passwordFile, { force: true });
  await writeFile(passwordFile, password, { mode: 0o600, flag: 'wx' });
  await giveTo(passwordFile, folder.identity);
  try {
    const made = await runProgram(
      binaries,
      'initdb',
      [
        ...['-D', draft, '-U', USER, `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--data-checksums'],
        ...['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
      ],
      folder.identity,
    );
    if (made.code !== 0) throw notStarted(made.output);
    await appendFile(join(draft, 'postgresql.conf'), "\ninclude 'vitrine.conf'\n");
    await rename(draft, folder.data);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

async function startCluster(folder: PostgresFolder, binaries: PostgresBinaries): Promise<void> {
  const status = await runProgram(binaries, 'pg_ctl', ['status', '-D', folder.data], folder.identity);
  if (status.code === 0 && (await isPostgresRunning(folder))) return;
  await removeStaleFiles(folder);

  const settings = join(folder.data, 'vitrine.conf');
  await writeFile(settings, settingsFor(folder), { mode: 0o600 });
  await giveTo(settings, folder.identity);
  const log = join(folder.data, 'postgres.log');
  await rm(log, { force: true });
  const deadline = Date.now() + START_RETRIES_MS;
  for (;;) {
    const started = await runProgram(
      binaries,
      'pg_ctl',
      ['start', '-D', folder.data, '-l', log, '-w', '-t', '60'],
      folder.identity,
    );
    if (started.code === 0) return;
    const reason = await readFile(log, 'utf8').catch(() => started.output);
    if (!/pre-existing shared memory|lock file .* already exists/.test(reason) || Date.now() > deadline) {
      throw notStarted(reason);
    }
    await rm(log, { force: true });
    await sleep(200);
  }
}

function settingsFor(folder: PostgresFolder): string {
  return [
    "listen_addresses = ''",
    `unix_socket_directories = '${folder.socket.replaceAll("'", "''")}'`,
    'unix_socket_permissions = 0700',
    'shared_buffers = 64MB',
    'max_connections = 100',
    "timezone = 'UTC'",
    "log_timezone = 'UTC'",
    '',
  ].join('\n');
}

/** Lines of postmaster.pid: process id, data folder, start time, port, socket folder. */
async function readPidFile(folder: PostgresFolder): Promise<string[]> {
  return (await readFile(join(folder.data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
}

/**
 * Whether the process of postmaster.pid is PostgreSQL and alive. `pg_ctl status` only asks whether the number exists:
 * after a crash it may be another program's, or, in a container whose first process reaps nothing, a dead one's.
 */
async function isPostgresRunning(folder: PostgresFolder): Promise<boolean> {
  const [pid = ''] = await readPidFile(folder);
  // `22006 (postgres) S ...`; where there is no /proc, pg_ctl's word must do.
  const found = await readFile(`/proc/${pid.trim()}/stat`, 'utf8').catch(() => `${pid} (postgres) S`);
  return /\(postgres\) [^ZX]/.test(found);
}

/** What a killed PostgreSQL leaves; the next one would take its process number for a living one's. */
async function removeStaleFiles(folder: PostgresFolder): Promise<void> {
  await rm(join(folder.data, 'postmaster.pid'), { force: true });
  await rm(join(folder.socket, SOCKET_NAME), { force: true });
  await rm(join(folder.socket, `${SOCKET_NAME}.lock`), { force: true });
}

async function socketOf(folder: PostgresFolder): Promise<string> {
  return (await readPidFile(folder))[4]?.trim() || folder.socket;
}

/** Waits through recovery, and makes the database at the first time. */
async function connect(connection: Exclude<Connection, { connectionString: string }>): Promise<pg.Client> {
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

function notStarted(output: string): SetupError {
  if (/No space left on device/.test(output)) {
    return new SetupError('The disk is full: free some space for the database and start again.');
  }
  const last = output.trim().split('\n').slice(-3).join(' ');
  return new SetupError(`The built-in PostgreSQL did not start: ${last}`);
}
