import { type ReactNode, useDeferredValue } from 'react';

/** What is costly to draw: in slices between which the page answers, once what was pressed shows that it was. */
export function Soon({ children }: { readonly children: ReactNode }) {
  const isTime = useDeferredValue(true, false);
  return isTime ? children : null;
}
