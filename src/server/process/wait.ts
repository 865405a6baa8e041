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

/** What comes, until `signal` aborts: a long file does not hold up whoever stops. @throws What it aborts with. */
export async function* untilAborted<T>(source: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  signal.throwIfAborted();
  for await (const each of source) {
    yield each;
    signal.throwIfAborted();
  }
}

/** Waits in milliseconds that grow from one failure to the next. */
export interface BackOff {
  next(): number;
  /** After a success. */
  reset(): void;
}

/** Each wait is twice the last, up to half shorter by chance so that nobody knocks in step; between the two bounds. */
export function createBackOff(minMs: number, maxMs: number): BackOff {
  let failures = 0;
  return {
    next() {
      const full = Math.min(maxMs, minMs * 2 ** failures);
      failures += 1;
      return Math.max(minMs, full * (1 - Math.random() / 2));
    },
    reset() {
      failures = 0;
    },
  };
}

/** Between two tries of {@link despiteAway}: what is started again is there within a second or two. */
const RETRY_MS = { least: 100, most: 1_000 };

/**
 * Does something with what may be away, and again for as long as that is. What is asked may have been done although no answer came:
 * done twice, it must come to the same.
 *
 * @param isAway Whether the work failed because of that.
 * @param patienceMs Of tries after the first that failed; Infinity tries until `signal` aborts.
 * @throws What the last try ended with; what `signal` aborts with.
 */
export async function despiteAway<Result>(
  work: () => Promise<Result>,
  isAway: (error: unknown) => boolean,
  patienceMs: number,
  signal: AbortSignal,
): Promise<Result> {
  const backOff = createBackOff(RETRY_MS.least, RETRY_MS.most);
  let awaySinceMs: number | null = null;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      awaySinceMs ??= performance.now();
      if (!isAway(error) || performance.now() - awaySinceMs >= patienceMs) throw error;
    }
    await pause(backOff.next(), signal);
  }
}

/** Resolves when the work is done, or after `ms`; the work is not stopped. It must not reject. */
export async function withTimeout(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, over]);
  clearTimeout(timer);
}

/** What comes of the work, which is not stopped. @throws Error where nothing has come within `ms`. */
export async function inTime<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms / 1000} s`)), ms);
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}
