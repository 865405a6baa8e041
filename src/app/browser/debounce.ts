/** Waits for a pause in the changes of a value, and tells the last one. */
export interface Debounce<T> {
  change(value: T): void;
  /** Tells what is held back at once. */
  flush(): void;
}

/**
 * @param onHeld Told when a value begins to be held back.
 * @param tell Told the last value after a pause of `waitMs`, or when it is flushed; once for each pause.
 */
export function createDebounce<T>(waitMs: number, onHeld: () => void, tell: (value: T) => void): Debounce<T> {
  let held: { readonly value: T; readonly timer: ReturnType<typeof setTimeout> } | null = null;
  const flush = (): void => {
    if (held === null) return;
    const { value, timer } = held;
    clearTimeout(timer);
    held = null;
    tell(value);
  };
  return {
    change(value) {
      const isFirst = held === null;
      clearTimeout(held?.timer);
      held = { value, timer: setTimeout(flush, waitMs) };
      if (isFirst) onHeld();
    },
    flush,
  };
}
