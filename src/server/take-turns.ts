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
