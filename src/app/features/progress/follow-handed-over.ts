import type { App } from '../../core/app.ts';

/** See {@link followHandedOver}. */
export interface HandedOver {
  /** Looks which orders the loader shows now. */
  see(): void;
  stop(): void;
}

/**
 * Finds orders that this page shows and another tab has sent: what the outbox says of them it says there, and here their
 * rows are gone.
 *
 * @param onGone Gets the key of each; may be called for one that this page sends itself, whose answer comes as well.
 */
export function followHandedOver(
  app: Pick<App, 'db' | 'state'>,
  onGone: (key: string) => Promise<void>,
): HandedOver {
  let shown = '';
  let stop = (): void => {};
  /** Their rows were there: an order is shown before its row is written. */
  const written = new Set<string>();
  const watch = (keys: readonly string[]): (() => void) =>
    app.db.watch(
      () => app.db.outbox.where('key').anyOf(keys).toArray(),
      (rows) => {
        const waiting = rows.filter(({ state }) => state === 'ready' || state === 'sending');
        for (const { key } of waiting) written.add(key);
        for (const key of keys) {
          if (waiting.some((row) => row.key === key) || !written.delete(key)) continue;
          void onGone(key);
        }
      },
    );
  return {
    see() {
      const keys = app.state.progress.loader.jobs.flatMap(({ id, renderId }) =>
        renderId === null ? id : [],
      );
      if (keys.join() === shown) return;
      shown = keys.join();
      stop();
      stop = keys.length === 0 ? () => {} : watch(keys);
    },
    stop: () => stop(),
  };
}
