/** Milliseconds of everything the engine waits for (reference/comfyui.md 2, 3, 5). Tests shorten them. */
export const TIMING = {
  /** First contact: a machine that is switched off must not hold anybody up. */
  connectMs: 5_000,
  /** Reads; a model load makes a server slow. */
  getMs: 15_000,
  uploadMs: 60_000,
  promptMs: 60_000,
  viewMs: 120_000,
  /** Between looks at a server's queue: one that has gone is not counted any more. */
  pollMs: 2_000,
  profileMs: 300_000,
  /** A server that cannot draw is asked again whether somebody has added what it lacks. */
  refusedProfileMs: 30_000,
  retryMinMs: 1_000,
  retryMaxMs: 30_000,
  pingMs: 20_000,
  /** An old socket is given this long to close by itself before it is cut. */
  socketCloseMs: 2_000,
  /** Without a message for so long while our job runs, the socket is opened anew, once. */
  quietSocketMs: 30_000,
  /** A running job without any sign for so long has failed. */
  silenceMs: 15 * 60_000,
  /** Nobody listens at a server's address for so long: its process has ended, and its job with it. */
  refusedMs: 5_000,
  /** An attempt that looks for the job of the last one waits so long for its server: this process may have just started. */
  returnMs: 10_000,
  /** A server that cannot be reached otherwise keeps its job for so long. */
  unreachableMs: 60_000,
  /** One that takes calls and answers none has a job of ours to do, or a model to load for it. */
  slowMs: 5 * 60_000,
  /** History is read again until it names the pictures of a job that has succeeded. */
  historyMs: 300,
  /** Between signs of life of an order that waits. */
  signMs: 60_000,
  /** A job that waits in a server's queue for so long says that it waits. */
  queuedSignMs: 5_000,
  previewMs: 250,
  /** Between attempts to end a job on a server. */
  cancelMs: 1_000,
  /** A POST that got no answer may still arrive within this. */
  lateArrivalMs: 120_000,
} as const;
export type Timing = { readonly [Name in keyof typeof TIMING]: number };

/**
 * Waits.
 *
 * @throws What `signal` aborts with, at once.
 */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}

/** Waits that grow from one failure to the next, up to half shorter by chance so that nobody knocks in step. */
export function createBackOff(timing: Timing, random: () => number = Math.random) {
  let failures = 0;
  return {
    next(): number {
      const full = Math.min(timing.retryMaxMs, timing.retryMinMs * 2 ** failures);
      failures += 1;
      return Math.max(timing.retryMinMs, full * (1 - random() / 2));
    },
    reset() {
      failures = 0;
    },
  };
}
