import { constants } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from './run-command.ts';

/** What a shell says of a process that a signal ended: this and the signal's number. */
const ENDED_BY_SIGNAL = 128;
/** SIGPIPE, which Node ignores and Windows has not. */
const BROKEN_PIPE = 13;

const ended = new AbortController();
let endedBy: number | null = null;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    endedBy ??= constants.signals[signal];
    ended.abort();
  });
}
// Whoever reads along may have seen enough: what is still to be done is dropped, and the code says so.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    endedBy ??= BROKEN_PIPE;
    ended.abort();
  });
}
const code = await runCommand({
  given: process.argv.slice(2),
  cwd: process.cwd(),
  entryDir: dirname(fileURLToPath(import.meta.url)),
  stdout: process.stdout,
  stderr: process.stderr,
  signal: ended.signal,
});
process.exitCode = code ?? (endedBy === null ? 0 : ENDED_BY_SIGNAL + endedBy);
