import { useEffect, useRef } from 'react';

/** react-aria waits 100 ms with the first announcement of a page. */
const ANNOUNCED_AFTER_MS = 200;

/**
 * For a button that may leave the page while it is at work, or soon after: react-aria announces it by its id for 7
 * seconds, and an announcement of nobody is an image without a name.
 */
export function useTidyAnnouncer(isLoading: boolean): void {
  const wasLoading = useRef(false);
  useEffect(() => {
    if (!isLoading) return;
    wasLoading.current = true;
    return tidy;
  }, [isLoading]);
  useEffect(
    () => () => {
      if (wasLoading.current) tidy();
    },
    [],
  );
}

function tidy(): void {
  removeOrphans();
  setTimeout(removeOrphans, ANNOUNCED_AFTER_MS);
}

function removeOrphans(): void {
  for (const said of document.querySelectorAll('[data-live-announcer] [aria-labelledby]')) {
    const names = (said.getAttribute('aria-labelledby') ?? '').split(' ');
    if (names.every((id) => document.getElementById(id) === null)) said.remove();
  }
}
