const QUERY = '(prefers-reduced-motion: reduce)';

/** Whether this device asks for less motion (E17). */
export function wantsLessMotion(): boolean {
  return matchMedia(QUERY).matches;
}

/** Calls when that changes. Returns the function that stops. */
export function onLessMotion(listener: () => void): () => void {
  const query = matchMedia(QUERY);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
