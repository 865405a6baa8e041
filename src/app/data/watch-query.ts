import { liveQuery } from 'dexie';

/** A watched query that failed (a lost connection) is begun again after this pause. */
const WATCH_AGAIN_MS = 1_000;

/** See `Database.watch`. */
export function watchQuery<T>(
  query: () => Promise<T>,
  listener: (value: T) => void,
  paceMs: number,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stop = (): void => {};
  let isFirst = true;
  const paced = async (): Promise<T> => {
    if (!isFirst && paceMs > 0) await new Promise((resolve) => setTimeout(resolve, paceMs));
    isFirst = false;
    return query();
  };
  const begin = (): void => {
    const subscription = liveQuery(paced).subscribe({
      next: listener,
      error: () => {
        timer = setTimeout(begin, WATCH_AGAIN_MS);
      },
    });
    stop = () => subscription.unsubscribe();
  };
  begin();
  return () => {
    clearTimeout(timer);
    stop();
  };
}
