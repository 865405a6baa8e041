/** What was opened and must be closed again. */
export interface Closers {
  add(close: () => Promise<unknown>): void;
  /** Whatever is added to what it returns is closed at one time, in the turn of this call. */
  together(): Pick<Closers, 'add'>;
  /** True from the first `closeAll` on: failures after it are consequences of closing. */
  readonly isClosing: boolean;
  /**
   * Closes everything, last opened first, each once; one that fails does not keep the others open.
   *
   * @throws The first failure, after all were tried.
   */
  closeAll(): Promise<void>;
}

/** An empty list of what to close. */
export function createClosers(): Closers {
  const opened: (() => Promise<unknown>)[] = [];
  let isClosing = false;
  return {
    get isClosing() {
      return isClosing;
    },
    add: (close) => opened.push(close),
    together() {
      const members: (() => Promise<unknown>)[] = [];
      opened.push(async () => {
        const ended = await Promise.allSettled(members.map((close) => close()));
        for (const one of ended) if (one.status === 'rejected') throw one.reason;
      });
      return { add: (close) => members.push(close) };
    },
    async closeAll() {
      isClosing = true;
      const failures: unknown[] = [];
      for (const close of opened.splice(0).reverse()) {
        await close().catch((error: unknown) => failures.push(error));
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}
