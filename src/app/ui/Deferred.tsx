import { type ReactNode, startTransition, useEffect, useState } from 'react';

/**
 * What is costly to draw: after what holds it is on the screen, in slices between which the page answers. One inside
 * another comes after that, in a task of its own.
 */
export function Deferred({ children }: { readonly children: ReactNode }) {
  const [isTime, setIsTime] = useState(false);
  useEffect(() => startTransition(() => setIsTime(true)), []);
  return isTime ? children : null;
}
