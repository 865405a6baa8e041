import { type RefObject, useEffect, useRef } from 'react';
import { CLICK_DEBOUNCE_MS, DRAG_THRESHOLD_PX } from '../../../contract/constants.ts';

/**
 * Lets a mouse drag a row of slides sideways and tells drags from clicks: a press that moved more than 5 px (10 px for
 * a finger, J9) is no click, nor is one within 150 ms of the last (S3 2).
 */
export function useDragScroll(): RefObject<HTMLDivElement | null> {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = row.current;
    if (element === null) return;
    let press: { x: number; y: number; scroll: number; type: string; hasMoved: boolean } | null = null;
    let lastClick = Number.NEGATIVE_INFINITY;

    const down = (event: PointerEvent) => {
      const { clientX: x, clientY: y, pointerType: type } = event;
      press = { x, y, scroll: element.scrollLeft, type, hasMoved: false };
    };
    const move = (event: PointerEvent) => {
      if (press === null) return;
      const dx = event.clientX - press.x;
      const dy = event.clientY - press.y;
      const limit = press.type === 'mouse' ? DRAG_THRESHOLD_PX.mouse : DRAG_THRESHOLD_PX.touch;
      press.hasMoved ||= Math.hypot(dx, dy) > limit;
      if (press.type === 'mouse' && event.buttons === 1) element.scrollLeft = press.scroll - dx;
    };
    const click = (event: MouseEvent) => {
      const isDrag = press?.hasMoved === true && event.detail > 0;
      const isRepeat = event.timeStamp - lastClick < CLICK_DEBOUNCE_MS;
      press = null;
      if (isDrag || isRepeat) {
        event.preventDefault();
        event.stopPropagation();
        return;
      }
      lastClick = event.timeStamp;
    };
    element.addEventListener('pointerdown', down);
    window.addEventListener('pointermove', move);
    element.addEventListener('click', click, { capture: true });
    return () => {
      element.removeEventListener('pointerdown', down);
      window.removeEventListener('pointermove', move);
      element.removeEventListener('click', click, { capture: true });
    };
  }, []);
  return row;
}
