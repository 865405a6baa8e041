import { type RefObject, useLayoutEffect, useState } from 'react';
import type { Target } from './steps.ts';

/** Room around what is pointed at, in CSS pixels. */
const MARGIN_PX = 6;
/** What a card and the room around it take, in CSS pixels. */
const CARD_PX = { width: 400, height: 400 };

/** Where the card of a step stands: beside what it points at, or on it where nothing beside it is free. */
export type CardSide = 'bottom' | 'top' | 'left' | 'right' | 'inside';

/**
 * Finds what a step points at, brings it into sight and keeps the light around it. What the page does not show just
 * now, such as saved views without a model, is looked for in the whole page, which is then all in the light.
 *
 * @param light Gets the box of the target as custom properties, in CSS pixels.
 * @returns Where its card stands; null until that is known.
 */
export function useTarget(target: Target, light: RefObject<HTMLElement | null>): CardSide | null {
  const [found, setFound] = useState<{ target: Target; side: CardSide } | null>(null);
  useLayoutEffect(() => {
    let frame = 0;
    let shown = '';
    // Controls come late, grow and move; only looking tells.
    const look = (): void => {
      frame = requestAnimationFrame(look);
      const box = findTarget(target).getBoundingClientRect();
      const seen = [box.left, box.top, box.width, box.height, innerWidth, innerHeight].join();
      if (seen === shown) return;
      shown = seen;
      const style = light.current?.style;
      style?.setProperty('--left', `${box.left - MARGIN_PX}px`);
      style?.setProperty('--top', `${box.top - MARGIN_PX}px`);
      style?.setProperty('--width', `${box.width + 2 * MARGIN_PX}px`);
      style?.setProperty('--height', `${box.height + 2 * MARGIN_PX}px`);
      setFound({ target, side: chooseSide(box, { width: innerWidth, height: innerHeight }) });
    };
    findTarget(target).scrollIntoView({ block: 'nearest', inline: 'nearest' });
    look();
    return () => cancelAnimationFrame(frame);
  }, [target, light]);
  return found?.target === target ? found.side : null;
}

function findTarget(target: Target): HTMLElement {
  const find = (name: string) => document.querySelector<HTMLElement>(`[data-tour="${name}"]`);
  // In a sheet the sections are tabs of the panel.
  return find(target) ?? (target === 'scenery' ? find('materials') : null) ?? document.body;
}

/** The first side with room for a card. */
export function chooseSide(
  box: Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>,
  page: { readonly width: number; readonly height: number },
): CardSide {
  if (page.height - box.bottom >= CARD_PX.height) return 'bottom';
  if (box.left >= CARD_PX.width) return 'left';
  if (page.width - box.right >= CARD_PX.width) return 'right';
  return box.top >= CARD_PX.height ? 'top' : 'inside';
}
