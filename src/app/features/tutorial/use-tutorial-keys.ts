import { useEffect, useRef } from 'react';

interface Moves {
  readonly next: () => void;
  readonly previous: () => void;
  readonly close: () => void;
}

/** These do in the overlay what they do everywhere: go from button to button, and press one. */
const OWN = ['Tab', 'Enter', 'Shift'];

/** The tutorial's keys (S1 2.7). While it is open no other part of the page hears one; Space on a button presses it (B13). */
export function useTutorialKeys(isActive: boolean, moves: Moves): void {
  const latest = useRef(moves);
  latest.current = moves;
  useEffect(() => {
    if (!isActive) return;
    const press = (event: KeyboardEvent): void => {
      const isOnButton = event.target instanceof Element && event.target.closest('button') !== null;
      if (OWN.includes(event.key) || (event.key === ' ' && isOnButton)) return;
      event.stopImmediatePropagation();
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const move = {
        ArrowRight: latest.current.next,
        ' ': latest.current.next,
        ArrowLeft: latest.current.previous,
        Escape: latest.current.close,
      }[event.key];
      if (move === undefined) return;
      event.preventDefault();
      move();
    };
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  }, [isActive]);
}
