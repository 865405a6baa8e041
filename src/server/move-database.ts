import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openKeptDatabase } from './backup/open-kept-database.ts';
import { type Config, readConfig } from './config.ts';
import { checkHasDatabase, reachDatabase } from './db/open-database.ts';
import { finishMove, moveDatabase, refuseSame } from './operators/move-database.ts';
import { findPlaces } from './process/find-places.ts';
import { prepareDataDir } from './process/prepare-data-dir.ts';
import { describeStartFailure, SetupError } from './process/setup-error.ts';

const USAGE = 'Call it as: move --to postgresql://USER@HOST/DATABASE, or --to embedded';
const EMBEDDED = 'embedded';
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const stopping = new AbortController();

try {
  const to = readArguments();
  const config = readConfig(process.env, findPlaces(dirname(fileURLToPath(import.meta.url))));
  checkHasDatabase(config);
  if (to === EMBEDDED && config.databaseUrl === null) {
    throw new SetupError('The database is the embedded one: say where to move it.');
  }
  await prepareDataDir(config.dataDir);
  process.once('SIGINT', () => stopping.abort());
  process.once('SIGTERM', () => stopping.abort());
  await move(config, to === EMBEDDED ? null : to);
} catch (error) {
  const text = stopping.signal.aborted ? 'Stopped: nothing was moved.' : describeStartFailure(error);
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
}

async function move(config: Config, to: string | null): Promise<void> {
  const source = await reachDatabase(config);
  try {
    const target = await reachDatabase({ ...config, databaseUrl: to }, 'The database of --to');
    try {
      await refuseSame(source.connection, target.connection);
      const places = { source: source.connection, target: target.connection, name: nameOf(to) };
      if (await finishMove(places)) {
        say('All rows were moved and compared when it was stopped.');
      } else {
        // Brought to the newest schema, which the target gets as well.
        await (await openKeptDatabase(config)).close();
        const { tables, rows, orders } = await moveDatabase({ ...places, ...config }, say, stopping.signal);
        say(
          `Moved and compared: ${rows} rows of ${tables} tables. ${orders} orders wait in the queue again.`,
        );
      }
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
  say(
    to === null
      ? 'Start all servers without DATABASE_URL.'
      : 'Start all servers with this DATABASE_URL, and DATA_DIR and JWT_SECRET as before.',
  );
  say('The rows that were moved are still in the old database; no server starts on it any more.');
}

/** Host and database: who reads it is not to have the password. */
function nameOf(to: string | null): string {
  if (to === null) return 'the embedded one';
  const { host, pathname, searchParams } = new URL(to);
  return `${searchParams.get('host') ?? host}${pathname}`;
}

function readArguments(): string {
  const to = readTo();
  if (to === EMBEDDED || /^postgres(ql)?:\/\//.test(to ?? '')) {
    if (to === EMBEDDED || URL.canParse(to ?? '')) return to ?? '';
  }
  throw new SetupError(USAGE);
}

function readTo(): string | undefined {
  try {
    return parseArgs({ options: { to: { type: 'string' } } }).values.to;
  } catch {
    throw new SetupError(USAGE);
  }
}
