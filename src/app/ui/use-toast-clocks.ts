import { useEffect } from 'react';
import type { Toasts } from './toasts.ts';

/** Stops the clocks of toasts while the page is hidden: what was said then stands when the person comes back. */
export function useToastClocks({ queue }: Toasts): void {
  useEffect(() => {
    const keep = (): void => {
      if (document.hidden) queue.pauseAll();
      else queue.resumeAll();
    };
    // A toast starts its clock when it is drawn.
    const stop = queue.subscribe(() => {
      if (document.hidden) setTimeout(keep);
    });
    document.addEventListener('visibilitychange', keep);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', keep);
    };
  }, [queue]);
}
