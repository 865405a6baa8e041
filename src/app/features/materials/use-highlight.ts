import { useCallback, useEffect, useRef } from 'react';
import { TREE_HIGHLIGHT_MS } from '../../../contract/constants.ts';
import type { PartChoice } from '../../../contract/stage.ts';
import { useApp } from '../../core/use-app.ts';
import { isSameValue } from '../../values/same-value.ts';

/** Lights up parts of the model on the stage. Nothing is lit once the component has gone. */
export interface PartHighlight {
  /** While the pointer is over a row; null when it left. */
  hover(parts: PartChoice | null): void;
  /** For the 1.2 s of S3 2, unless the pointer goes to another row meanwhile. */
  flash(parts: PartChoice): void;
}

/** Tells the stage at most once per frame, and only what changed. */
export function useHighlight(): PartHighlight {
  const app = useApp();
  const wanted = useRef<PartChoice | null>(null);
  const told = useRef<PartChoice | null>(null);
  const request = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const tell = useCallback(() => {
    request.current = 0;
    if (isSameValue(wanted.current, told.current)) return;
    told.current = wanted.current;
    app.state.stage.lit = wanted.current;
  }, [app]);
  const want = useCallback(
    (parts: PartChoice | null) => {
      clearTimeout(timer.current);
      wanted.current = parts;
      if (request.current === 0) request.current = requestAnimationFrame(tell);
    },
    [tell],
  );
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      cancelAnimationFrame(request.current);
      wanted.current = null;
      tell();
    },
    [tell],
  );
  const flash = useCallback(
    (parts: PartChoice) => {
      want(parts);
      timer.current = setTimeout(() => want(null), TREE_HIGHLIGHT_MS);
    },
    [want],
  );
  return useRef<PartHighlight>({ hover: want, flash }).current;
}
