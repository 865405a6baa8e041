import { useDeferredValue } from 'react';

/**
 * False while something is drawn for the first time, true right after, in slices between which the page answers: for the parts
 * of a row that nobody can use before they see it. A list draws all rows in sight at once, and their buttons are most of it.
 */
export function useLater(): boolean {
  return useDeferredValue(true, false);
}
