import { constants } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from './run-command.ts';

/** What a shell says of a process that a signal ended: this and the signal's number. */
const ENDED_BY_SIGNAL = 128;

const ended = new AbortController();
let endedBy: 'SIGINT' | 'SIGTERM' | 'SIGHUP' | null = null;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    endedBy ??= signal;
    ended.abort();
  });
}
// Whoever reads along may have seen enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  ended.abort();
});
const code = await runCommand({
  given: process.argv.slice(2),
  cwd: process.cwd(),
  entryDir: dirname(fileURLToPath(import.meta.url)),
  stdout: process.stdout,
  stderr: process.stderr,
  signal: ended.signal,
});
process.exitCode = code ?? (endedBy === null ? 0 : ENDED_BY_SIGNAL + constants.signals[endedBy]);
