import type { FastifyBaseLogger } from 'fastify';

/** Work that a call starts and whose end it does not wait for. */
export interface Background {
  /**
   * @param name For the log, should it fail.
   * @param work Gets a signal that aborts when the process stops.
   */
  run(name: string, work: (signal: AbortSignal) => Promise<void>): void;
  /** Tells all work to stop, and resolves when it has ended. */
  close(): Promise<void>;
}

/** A failure is logged; nobody else hears of it. */
export function createBackground(logger: FastifyBaseLogger): Background {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  return {
    run(name, work) {
      const mine = work(stopping.signal)
        .catch((error: unknown) => logger.error({ err: error }, name))
        .finally(() => running.delete(mine));
      running.add(mine);
    },
    async close() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}
