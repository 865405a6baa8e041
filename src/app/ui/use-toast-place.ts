import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { type Box, chooseToastPlace } from './choose-toast-place.ts';

/** What a person can press, drag or write in. The stage itself is not among them: it is as large as the room. */
const ACTING =
  'button, a[href], input, select, textarea, summary, [role="slider"], [role="tab"], [role="row"], [role="option"], [role="menuitem"], [role="separator"][tabindex]';
/** How often it is looked whether something has come to lie under them. */
const LOOK_MS = 250;
/** A pointer that has not moved on them for so long is only left there: it does not keep them. */
const REST_MS = 8_000;

/**
 * Keeps the toasts where they cover nothing that acts, near the upper right corner of the stage (S3 1). They move only when
 * something else comes to lie under them, and never under a pointer or with the focus in them.
 *
 * @param count Toasts that are shown. @param onRested Called when a pointer lies on them and nobody moves it.
 */
export function useToastPlace(
  region: RefObject<HTMLElement | null>,
  count: number,
  onRested: () => void,
): void {
  const rested = useEffectEvent(onRested);
  /** False until they have a place of their own: where they come up first, a pointer lies on them by chance. */
  const isPlaced = useRef(false);
  useEffect(() => {
    if (count === 0) {
      isPlaced.current = false;
      return;
    }
    let seen = '';
    let movedAt = performance.now();
    const look = (): void => {
      const element = region.current;
      if (element === null || element.matches(':focus-within')) return;
      if (isPlaced.current && element.matches(':hover')) {
        if (performance.now() - movedAt > REST_MS) rested();
        return;
      }
      const { width, height } = element.getBoundingClientRect();
      const acting = listActing(element);
      const home = findHome();
      const now = JSON.stringify([width, height, home, acting, innerWidth, innerHeight]);
      if (now === seen) return;
      seen = now;
      const place = chooseToastPlace(
        { width, height },
        home,
        { width: innerWidth, height: innerHeight },
        acting,
      );
      element.style.setProperty('--toasts-right', `${place.right}px`);
      element.style.setProperty('--toasts-top', `${place.top}px`);
      isPlaced.current = true;
    };
    // Before they are seen, but not within the answer to the press that brought them.
    const request = requestAnimationFrame(look);
    const timer = setInterval(look, LOOK_MS);
    const note = (): void => {
      movedAt = performance.now();
    };
    window.addEventListener('pointermove', note);
    return () => {
      cancelAnimationFrame(request);
      clearInterval(timer);
      window.removeEventListener('pointermove', note);
    };
  }, [region, count]);
}

/** The stage where it is seen, or the picture that stands in its place; else the page below its top bar. */
function findHome(): Box {
  const stages = [...document.querySelectorAll<HTMLElement>('[data-toasts], [data-tour="stage"]')];
  const stage = stages.find(isSeen);
  const bar = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
  const gap = 12;
  if (stage !== undefined) {
    const { left, top, right, bottom } = stage.getBoundingClientRect();
    return { left, top: top + gap, right: right - gap, bottom };
  }
  return { left: 0, top: bar + gap, right: innerWidth - gap, bottom: innerHeight };
}

/** Boxes of everything that acts now; what lies under a window does not. */
function listActing(toasts: HTMLElement): Box[] {
  return [...document.querySelectorAll<HTMLElement>(ACTING)].flatMap((element) => {
    if (toasts.contains(element) || !isSeen(element)) return [];
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const isOff = right <= 0 || bottom <= 0 || left >= innerWidth || top >= innerHeight;
    return isOff || right - left < 2 ? [] : [{ left, top, right, bottom }];
  });
}

function isSeen(element: HTMLElement): boolean {
  return (
    element.closest('[inert], [aria-hidden="true"]') === null &&
    element.checkVisibility({ visibilityProperty: true })
  );
}
