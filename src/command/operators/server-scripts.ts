import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Whereabouts } from '../../server/operators/open-instance.ts';
import type { Command, Outside } from '../commands/command.ts';
import { ScriptFailed } from '../output/work-error.ts';
import { findInstance, INSTANCE_OPTIONS } from './find-instance.ts';

/** What `npm run NAME` does, too. */
const SCRIPTS = {
  'owner-link': 'Prints a new one-time link for the owner.',
  'check-files': 'Compares every stored file with its hash, and names those that are damaged or missing.',
  'move-files': 'Moves the stored files from the disk into the bucket, or back.',
} as const;

/** Scripts of the server under the same word: same code, same answers, same exit codes. */
export const serverScripts: readonly Command[] = Object.entries(SCRIPTS).map(([name, about]) => ({
  name,
  usage: '',
  about: `${about} The server in this folder may run or not.`,
  options: { ...INSTANCE_OPTIONS, help: { value: null, help: 'say how this command is called' } },
  notes: [],
  run: (args, outside) => runScript(`${name}.js`, findInstance(outside.program, args), outside),
}));

async function runScript(
  script: string,
  { environment, places }: Whereabouts,
  { signal }: Outside,
): Promise<void> {
  const child = spawn(process.execPath, ['--enable-source-maps', join(places.workersDir, script)], {
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
