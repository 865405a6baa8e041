/** What was opened and must be closed again. */
export interface Closers {
  add(close: () => Promise<unknown>): void;
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
