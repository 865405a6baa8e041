/** Runs what is given to it one after the other, in order. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>;

/** For work that needs much memory: pictures of 64 megapixels side by side would not fit. */
export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work, work);
    last = mine.catch(() => {});
    return mine;
  };
}

/** Does work of which there is one at a time for each key; more of it waits, in the order it came. */
export type KeyedTurns = <T>(key: string, work: () => Promise<T>) => Promise<T>;

export function createKeyedTurns(): KeyedTurns {
  const waiting = new Map<string, { readonly turns: Turns; count: number }>();
  return async (key, work) => {
    const line = waiting.get(key) ?? { turns: createTurns(), count: 0 };
    waiting.set(key, line);
    line.count += 1;
    try {
      return await line.turns(work);
    } finally {
      line.count -= 1;
      if (line.count === 0) waiting.delete(key);
    }
  };
}
