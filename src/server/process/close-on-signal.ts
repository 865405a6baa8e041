import closeWithGrace from 'close-with-grace';

/** What has not closed by then is cut off: nothing that is kept needs a good end. Those who stop us give 10 s. */
const DEADLINE_MS = 9_000;
/** One Ctrl-C arrives several times: from the terminal, from npm, and from the start script. */
const SAME_SIGNAL_MS = 2_000;

/**
 * Runs `close` once, at the first signal or uncaught error, then ends the process. A second Ctrl-C ends it at once.
 */
export function closeOnSignal(close: () => Promise<void>): void {
  const grace = closeWithGrace(
    { delay: DEADLINE_MS, logger: false, skip: ['SIGINT', 'SIGTERM', 'SIGHUP'] },
    async ({ err }) => {
      if (err) process.stderr.write(`${err.stack ?? err.message}\n`);
      await close();
    },
  );
  let firstAt: number | null = null;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (firstAt === null) {
        firstAt = performance.now();
        grace.close();
      } else if (performance.now() - firstAt > SAME_SIGNAL_MS) process.exit(1);
    });
  }
}
