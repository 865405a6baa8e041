/** Runs what is given to it one after the other, in order. */
export type Mutex = <T>(work: () => Promise<T>) => Promise<T>;

/** For work that needs much memory: pictures of 64 megapixels side by side would not fit. */
export function createMutex(): Mutex {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work, work);
    last = mine.catch(() => {});
    return mine;
  };
}

/** Does work of which there is one at a time for each key; more of it waits, in the order it came. */
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
