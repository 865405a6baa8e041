/** Does work of which there is one at a time for each key in this process; more of it waits, in the order it came. */
export type TakeTurns = <T>(key: string, work: () => Promise<T>) => Promise<T>;

export function createTurns(): TakeTurns {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = last.get(key);
    const turn = (async () => {
      await before?.catch(() => undefined);
      return work();
    })();
    last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (last.get(key) === turn) last.delete(key);
    }
  };
}
