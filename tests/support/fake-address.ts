import type { Address } from '../../src/app/browser/outside.ts';

/** A browser's way back, under the test's hand. It goes back when the browser would: a little later. */
export interface FakeAddress extends Address {
  /** As the person's own press of the browser's buttons. */
  go(steps: number): void;
  /** Entries of the way back, the present one in brackets. */
  entries(): readonly string[];
  /** Pages that it was left for. */
  readonly left: readonly string[];
  /** Names of the query that were taken out. */
  readonly dropped: readonly string[];
  /** As if the person had typed another fragment. */
  type(fragment: string): void;
}

export function createFakeAddress(first = ''): FakeAddress {
  const entries = [{ fragment: first, isOpened: false }];
  let at = 0;
  const left: string[] = [];
  const dropped: string[] = [];
  const listeners = new Set<() => void>();
  const tell = (): void => {
    for (const listener of [...listeners]) listener();
  };
  const add = (fragment: string, isOpened: boolean): void => {
    entries.splice(at + 1, Number.POSITIVE_INFINITY, { fragment, isOpened });
    at += 1;
  };
  const go = (steps: number): void => {
    const next = at + steps;
    if (entries[next] === undefined) return;
    at = next;
    tell();
  };
  return {
    fragment: () => entries[at]!.fragment,
    open: (fragment) => add(fragment, true),
    change(fragment) {
      entries[at] = { fragment, isOpened: entries[at]!.isOpened };
    },
    dropQuery: (name) => void dropped.push(name),
    leave: (url) => void left.push(url),
    left,
    dropped,
    isOpened: () => entries[at]!.isOpened,
    back: () => void setTimeout(() => go(-1)),
    onReturn(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    go,
    entries: () => entries.map(({ fragment }, index) => (index === at ? `[${fragment}]` : fragment)),
    type(fragment) {
      add(fragment, false);
      tell();
    },
  };
}
