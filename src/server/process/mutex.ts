/** Runs what is given to it one after the other, in order. */
export type Mutex = <T>(work: () => Promise<T>) => Promise<T>;

/** A mutex, for work that needs much memory: several pictures of 64 megapixels at once would not fit. */
export function createMutex(): Mutex {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work, work);
    last = mine.catch(() => {});
    return mine;
  };
}

/** Runs one piece of work at a time for each key; others wait in the order of their calls. */
export type KeyedMutex = <T>(key: string, work: () => Promise<T>) => Promise<T>;

export function createKeyedMutex(): KeyedMutex {
  const waiting = new Map<string, { readonly mutex: Mutex; count: number }>();
  return async (key, work) => {
    const line = waiting.get(key) ?? { mutex: createMutex(), count: 0 };
    waiting.set(key, line);
    line.count += 1;
    try {
      return await line.mutex(work);
    } finally {
      line.count -= 1;
      if (line.count === 0) waiting.delete(key);
    }
  };
}
