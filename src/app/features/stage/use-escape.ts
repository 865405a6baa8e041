import { useEffect, useRef } from 'react';

/** A layer over the page has its own keys, Escape first among them (F9). */
export const LAYERS = '[role=dialog],[role=alertdialog],[role=menu],[role=listbox]';

/** Calls `close` for an Escape that nothing else takes, wherever the focus is. Null listens to nothing. */
export function useEscape(close: (() => void) | null): void {
  const latest = useRef(close);
  latest.current = close;
  const isListening = close !== null;
  useEffect(() => {
    if (!isListening) return;
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
      if (document.querySelector(LAYERS) !== null) return;
      event.preventDefault();
      latest.current?.();
    };
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  }, [isListening]);
}
