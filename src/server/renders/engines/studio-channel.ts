/** Values pushed on one side and iterated on the other, in order; nothing is dropped. */
export interface Channel<T> {
  push(value: T): void;
  /** Ends the iteration after the values pushed so far. */
  close(): void;
  /** Ends the iteration with an error at once: values still waiting are dropped. The first end wins. */
  fail(error: Error): void;
  values(): AsyncGenerator<T, void, undefined>;
}

export function createChannel<T>(): Channel<T> {
  const waiting: T[] = [];
  let end: { readonly error: Error | null } | null = null;
  let wake: () => void = () => {};
  const finish = (error: Error | null) => {
    end ??= { error };
    wake();
  };
  return {
    push(value) {
      if (end !== null) return;
      waiting.push(value);
      wake();
    },
    close: () => finish(null),
    fail: finish,
    async *values() {
      for (;;) {
        if (end?.error) throw end.error;
        const value = waiting.shift();
        if (value !== undefined) yield value;
        else if (end !== null) return;
        else {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
    },
  };
}
