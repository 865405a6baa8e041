import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type PostgresBinaries, runProgram } from './postgres-binaries.ts';
import { giveTo, type PostgresFolder, SOCKET_NAME } from './postgres-folder.ts';
import { notStarted } from './postgres-not-started.ts';

/** Children of a killed postmaster need a moment to end before another may start. */
const START_RETRIES_MS = 15_000;

/**
 * Starts the cluster unless it runs.
 *
 * @throws SetupError in words.
 */
export async function startCluster(folder: PostgresFolder, binaries: PostgresBinaries): Promise<void> {
  const status = await runProgram(binaries, 'pg_ctl', ['status', '-D', folder.data], folder.identity);
  if (status.code === 0 && (await isPostgresRunning(folder))) return;
  await removeStaleFiles(folder);

  const settings = join(folder.data, 'vitrine.conf');
  await writeFile(settings, settingsFor(folder), { mode: 0o600 });
  await giveTo(settings, folder.identity);
  const log = join(folder.data, 'postgres.log');
  // The log of the start before is kept, to see what ended it.
  await rename(log, `${log}.1`).catch(() => {});
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

/** Where the running cluster has its socket. */
export async function readSocketFolder(folder: PostgresFolder): Promise<string> {
  return (await readPidFile(folder))[4]?.trim() || folder.socket;
}
