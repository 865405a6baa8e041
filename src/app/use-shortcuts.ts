import { useEffect, useRef } from 'react';
import type { App } from './app.ts';
import { loadCode } from './load-code.ts';

/** The keys of the whole page; what they do comes right after the first paint. */
export function useShortcuts(app: App, onSave: () => Promise<void>): void {
  const save = useRef(onSave);
  save.current = onSave;
  useEffect(() => {
    const closing = new AbortController();
    const listen = async (): Promise<void> => {
      const { pressKey } = await loadCode(() => import('./press-key.ts'));
      if (closing.signal.aborted) return;
      const press = (event: KeyboardEvent): void => pressKey(app, event, save.current);
      window.addEventListener('keydown', press, { signal: closing.signal });
    };
    // What cannot be fetched now comes with the connection.
    const stop = app.reachability.onChange((connection) => {
      if (connection === 'online' && !isListening) start();
    });
    let isListening = false;
    const start = (): void => {
      isListening = true;
      listen().catch(() => {
        isListening = false;
      });
    };
    start();
    return () => {
      stop();
      closing.abort();
    };
  }, [app]);
}
