import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { closeOnSignal } from './process/close-on-signal.ts';
import { createClosers } from './process/closers.ts';
import { findPlaces } from './process/find-places.ts';
import { runServer } from './process/run-server.ts';
import { describeStartFailure } from './process/setup-error.ts';

const closers = createClosers();
closeOnSignal(() => closers.closeAll());
try {
  await runServer({
    environment: process.env,
    places: findPlaces(dirname(fileURLToPath(import.meta.url))),
    closers,
    isTerminal: process.stdout.isTTY === true,
    say: (line) => process.stdout.write(`${line}\n`),
  });
} catch (error) {
  // Stopped by a signal while it was starting: the end of that stop ends the process.
  if (!closers.isClosing) {
    await closers.closeAll().catch(() => {});
    process.stderr.write(`${describeStartFailure(error)}\n`);
    process.exit(1);
  }
}
