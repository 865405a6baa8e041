import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { resolveAddress } from '../../server/backup/places/read-address.ts';
import type { Whereabouts } from '../../server/operators/open-instance.ts';
import type { Command, Outside } from '../commands/command.ts';
import type { Arguments, OptionPlans } from '../options/read-arguments.ts';
import { UsageError } from '../options/usage-error.ts';
import { ScriptFailed } from '../output/work-error.ts';
import { findInstance, INSTANCE_OPTIONS } from './find-instance.ts';

/** What `npm run NAME` does, too. */
interface Script {
  readonly name: string;
  /** Of the server, where it has another name. */
  readonly script?: string;
  readonly usage?: string;
  readonly about: string;
  readonly options?: OptionPlans;
  readonly notes?: readonly string[];
  /** What it is called with. @param cwd Folder that a person's paths begin in. */
  readonly words?: (args: Arguments, cwd: string) => string[];
}

const MAY_RUN = 'The server in this folder may run or not.';
const S3_NOTE =
  'A bucket is reached by S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or by the same with BACKUP_ before them.';
const SCRIPTS: readonly Script[] = [
  { name: 'owner-link', about: `Prints a new one-time link for the owner. ${MAY_RUN}` },
  {
    name: 'backup',
    about: `Copies the database, the files and the secrets, reads the copy back, and removes backups that are too old. ${MAY_RUN}`,
    options: {
      to: {
        value: 'PLACE',
        help: 'folder of backups, or s3://bucket/prefix; BACKUP_DIR, or backups in DATA_DIR, if not said',
      },
    },
    notes: [S3_NOTE],
    words: (args, cwd) => args.list('to').flatMap((to) => ['--to', resolveAddress(to, cwd)]),
  },
  {
    name: 'restore',
    usage: 'FROM [options]',
    about: 'Puts a backup into an empty DATA_DIR, or an empty database at DATABASE_URL.',
    options: {
      check: { value: null, help: 'read all of it, and change nothing' },
      'without-damaged-files': {
        value: null,
        help: 'leave pictures and models out that are not whole any more',
      },
    },
    notes: [
      'FROM is a backup, or a folder of them: then its last one. Either may be an address, s3://bucket/prefix.',
      S3_NOTE,
    ],
    words(args, cwd) {
      const [from, ...others] = args.names;
      if (from === undefined || others.length > 0) throw new UsageError('vitrine restore takes one backup.');
      const switches = ['check', 'without-damaged-files'].filter((name) => args.has(name));
      return [resolveAddress(from, cwd), ...switches.map((name) => `--${name}`)];
    },
  },
  {
    name: 'check-files',
    about: `Compares every stored file with its hash, and names those that are damaged or missing. ${MAY_RUN}`,
    options: {
      repair: { value: null, help: 'bring them back from the backups, where those have them' },
      from: {
        value: 'PLACE',
        help: 'folder of backups, or s3://bucket/prefix; BACKUP_DIR, or backups in DATA_DIR, if not said',
      },
    },
    words: (args, cwd) => [
      ...(args.has('repair') ? ['--repair'] : []),
      ...args.list('from').flatMap((from) => ['--from', resolveAddress(from, cwd)]),
    ],
  },
  {
    name: 'move',
    script: 'move-database',
    about:
      'Moves all rows from the database of this folder into another, empty one, and compares them there. No server may run.',
    options: {
      to: { value: 'URL', help: 'postgresql://USER@HOST/DATABASE, or the word embedded' },
    },
    notes: ['PGPASSWORD holds the password, so that nobody reads it in the list of processes.'],
    words: (args) => args.list('to').flatMap((to) => ['--to', to]),
  },
  { name: 'move-files', about: `Moves the stored files from the disk into the bucket, or back. ${MAY_RUN}` },
];

/** Scripts of the server under the same word: same code, same answers, same exit codes. */
export const serverScripts: readonly Command[] = SCRIPTS.map(
  ({ name, script = name, usage = '', about, options = {}, notes = [], words = () => [] }) => ({
    name,
    usage,
    about,
    options: {
      ...options,
      ...INSTANCE_OPTIONS,
      help: { value: null, help: 'say how this command is called' },
    },
    notes,
    async run(args, outside) {
      if (usage === '' && args.names.length > 0) throw new UsageError(`vitrine ${name} takes no names.`);
      await runScript(`${script}.js`, words(args, outside.cwd), findInstance(outside.program, args), outside);
    },
  }),
);

async function runScript(
  script: string,
  words: readonly string[],
  { environment, places }: Whereabouts,
  { signal }: Outside,
): Promise<void> {
  const child = spawn(process.execPath, ['--enable-source-maps', join(places.workersDir, script), ...words], {
    cwd: places.rootDir,
    env: environment,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const stop = (): void => void child.kill('SIGTERM');
  signal.addEventListener('abort', stop);
  const [code] = (await once(child, 'close')) as [number | null];
  signal.removeEventListener('abort', stop);
  signal.throwIfAborted();
  if (code !== 0) throw new ScriptFailed();
}
