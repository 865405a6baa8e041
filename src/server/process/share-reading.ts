/**
 * One reading for several figures that are asked for at the same moment: each waits for it, so that none is told of the reading
 * before. For `collect` of prom-client, which asks all figures of a registry at once.
 */
export function shareReading(read: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  return () => {
    running ??= read().finally(() => {
      running = null;
    });
    return running;
  };
}
