import { useEffect, useRef, useState } from 'react';
import { createDebounce, type Debounce } from '../browser/debounce.ts';
import { useApp } from './use-app.ts';

/** What may need the value, and cannot wait for it: any press, a shortcut, another field, something dropped, the end of the page. */
const HURRY = ['pointerdown', 'focusout', 'drop', 'pagehide'] as const;

/**
 * Shows every change of a control at once and makes it an edit after a pause (S3 9), or as soon as anything else is
 * pressed. Until it is on this device nothing says that all is.
 *
 * @returns What to show, and what to call on every change.
 */
export function useDebouncedEdit<T>(
  value: T,
  waitMs: number,
  edit: (value: T) => void,
): readonly [T, (value: T) => void] {
  const [draft, setDraft] = useState<{ readonly value: T } | null>(null);
  const app = useApp();
  const latest = useRef(edit);
  latest.current = edit;
  const debounce = useRef<Debounce<T> | null>(null);
  useEffect(() => {
    let ending = new AbortController();
    const made = createDebounce<T>(
      waitMs,
      () => {
        app.state.project.isOnDevice = false;
        app.pendingEdits.add(made.flush);
        ending = new AbortController();
        const options = { capture: true, signal: ending.signal };
        for (const name of HURRY) addEventListener(name, made.flush, options);
        addEventListener('keydown', (event) => (event.ctrlKey || event.metaKey) && made.flush(), options);
      },
      (last) => {
        ending.abort();
        app.pendingEdits.delete(made.flush);
        latest.current(last);
        setDraft(null);
        // A failed write is told by the one that follows every edit.
        app.workingCopy.current?.flush().catch(() => undefined);
      },
    );
    debounce.current = made;
    return made.flush;
  }, [app, waitMs]);
  const change = (next: T): void => {
    setDraft({ value: next });
    debounce.current?.change(next);
  };
  return [draft === null ? value : draft.value, change];
}
