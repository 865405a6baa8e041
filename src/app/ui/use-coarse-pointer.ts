import { useSyncExternalStore } from 'react';

const QUERY = '(pointer: coarse)';

/** True where the first pointer is a finger: targets are 44 px there. */
export function useCoarsePointer(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(QUERY).matches);
}

function subscribe(onChange: () => void): () => void {
  const list = window.matchMedia(QUERY);
  list.addEventListener('change', onChange);
  return () => list.removeEventListener('change', onChange);
}
