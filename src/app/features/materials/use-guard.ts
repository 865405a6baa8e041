import { useCallback, useEffect, useRef, useState } from 'react';
import { MATERIAL_GUARD_MS } from '../../../contract/constants.ts';

/**
 * Lets a slider move as it likes and tells of it at most every 50 ms (S3 9): the first value at once, the last one in any
 * case, also when the control goes meanwhile.
 *
 * @returns What to show, and what to call on every move.
 */
export function useGuard(
  value: number,
  tell: (value: number) => void,
): readonly [number, (value: number) => void] {
  const [draft, setDraft] = useState<number | null>(null);
  const latest = useRef(tell);
  latest.current = tell;
  const waiting = useRef<number | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const flush = useCallback(() => {
    const next = waiting.current;
    waiting.current = null;
    timer.current = undefined;
    if (next !== null) {
      latest.current(next);
      timer.current = setTimeout(flush, MATERIAL_GUARD_MS);
    } else setDraft(null);
  }, []);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      if (waiting.current !== null) latest.current(waiting.current);
    },
    [],
  );
  const change = useCallback(
    (next: number) => {
      setDraft(next);
      waiting.current = next;
      if (timer.current === undefined) flush();
    },
    [flush],
  );
  return [draft ?? value, change];
}
