import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef } from 'react';

/** A menu in a menu has four: its item, it, the item that opened it, and the button. */
const MAX_STEPS = 10;

const Trail = createContext<() => readonly HTMLElement[]>(() => []);

/** Remembers what had the focus, for what wants to give it back to something that is still there then. */
export function FocusTrail({ children }: { readonly children: ReactNode }) {
  const trail = useRef<readonly HTMLElement[]>([]);
  useEffect(() => {
    const note = ({ target }: FocusEvent): void => {
      if (!(target instanceof HTMLElement)) return;
      trail.current = [target, ...trail.current.filter((one) => one !== target)].slice(0, MAX_STEPS);
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  const read = useCallback(() => trail.current, []);
  return <Trail value={read}>{children}</Trail>;
}

/**
 * Tells, of now, what the focus goes back to, best first: what has it, and what had it before, which is all there is once a
 * menu has gone with its item. Nothing where the focus was let go of.
 */
export function useFocusTrail(): () => readonly HTMLElement[] {
  const read = useContext(Trail);
  return useCallback(() => {
    const trail = read();
    const isHeld = document.activeElement !== document.body;
    return isHeld || trail[0]?.isConnected === false ? trail : [];
  }, [read]);
}
