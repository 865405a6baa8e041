import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { closeOnSignal } from './process/close-on-signal.ts';
import { findPlaces } from './process/find-places.ts';
import { runServer } from './process/run-server.ts';
import { describeStartFailure } from './process/setup-error.ts';
import { createRounds } from './restore/rounds.ts';

const rounds = createRounds();
closeOnSignal(() => rounds.closers.closeAll());
try {
  await rounds.run((closers, round) =>
    runServer({
      environment: process.env,
      places: findPlaces(dirname(fileURLToPath(import.meta.url))),
      closers,
      round,
      isTerminal: process.stdout.isTTY === true,
      say: (line) => process.stdout.write(`${line}\n`),
    }),
  );
} catch (error) {
  // Stopped by a signal while it was starting: the end of that stop ends the process.
  if (!rounds.closers.isClosing) {
    await rounds.closers.closeAll().catch(() => {});
    process.stderr.write(`${describeStartFailure(error)}\n`);
    process.exit(1);
  }
}
