import { useEffect } from 'react';

/** react-aria waits 100 ms with the first announcement of a page. */
const ANNOUNCED_AFTER_MS = 200;

/**
 * For a button that may leave the page while it is at work: react-aria announces it by its id for 7 seconds, and an
 * announcement of nobody is an image without a name.
 */
export function useTidyAnnouncer(isLoading: boolean): void {
  useEffect(() => {
    if (!isLoading) return;
    return () => {
      removeOrphans();
      setTimeout(removeOrphans, ANNOUNCED_AFTER_MS);
    };
  }, [isLoading]);
}

function removeOrphans(): void {
  for (const said of document.querySelectorAll('[data-live-announcer] [aria-labelledby]')) {
    const names = (said.getAttribute('aria-labelledby') ?? '').split(' ');
    if (names.every((id) => document.getElementById(id) === null)) said.remove();
  }
}
