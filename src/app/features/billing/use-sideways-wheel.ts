import { type RefObject, useEffect, useRef, useState } from 'react';

/** Pixels of a step of a wheel that counts in lines. */
const LINE_PX = 40;

/**
 * A row that a wheel, which most people can only turn up and down, moves sideways (S1 2.9). At its ends the wheel is the
 * window's again.
 *
 * @returns The row, and whether there is more of it at its end.
 */
export function useSidewaysWheel(): {
  readonly row: RefObject<HTMLUListElement | null>;
  readonly hasMore: boolean;
} {
  const row = useRef<HTMLUListElement>(null);
  const [hasMore, setMore] = useState(false);
  useEffect(() => {
    const element = row.current;
    if (element === null) return;
    const look = (): void => {
      setMore(element.scrollLeft + element.clientWidth < element.scrollWidth - 1);
    };
    const turn = (event: WheelEvent): void => {
      if (event.ctrlKey || Math.abs(event.deltaY) <= Math.abs(event.deltaX)) return;
      const before = element.scrollLeft;
      element.scrollLeft += event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : LINE_PX);
      if (element.scrollLeft !== before) event.preventDefault();
    };
    look();
    const size = new ResizeObserver(look);
    size.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    element.addEventListener('wheel', turn, { passive: false });
    return () => {
      size.disconnect();
      element.removeEventListener('scroll', look);
      element.removeEventListener('wheel', turn);
    };
  }, []);
  return { row, hasMore };
}
