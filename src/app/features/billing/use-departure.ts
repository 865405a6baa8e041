import { useEffect, useState } from 'react';
import { useApp } from '../../core/use-app.ts';

interface Departure {
  /** Of what the checkout is being opened, null while none is. It stays until the page is left. */
  readonly going: string | null;
  /** Why the last one was not opened. */
  readonly error: unknown;
  start(id: string, leave: () => Promise<void>): void;
}

/** One way to a checkout at a time. Who comes back with the browser's own button finds the page as it was before. */
export function useDeparture(): Departure {
  const app = useApp();
  const [going, setGoing] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [hasLeft, setLeft] = useState(false);
  useEffect(() => {
    if (!hasLeft) return;
    return app.outside.page.onChange(() => {
      if (!app.outside.page.isVisible()) return;
      setGoing(null);
      setLeft(false);
    });
  }, [app, hasLeft]);
  return {
    going,
    error,
    start(id, leave) {
      if (going !== null) return;
      setGoing(id);
      setError(null);
      leave().then(
        () => setLeft(true),
        (reason: unknown) => {
          setGoing(null);
          setError(reason);
        },
      );
    },
  };
}
