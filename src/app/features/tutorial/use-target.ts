import { type RefObject, useLayoutEffect, useState } from 'react';
import type { Target } from './steps.ts';

/** Room around what is pointed at, in CSS pixels. */
const MARGIN_PX = 6;

/**
 * Finds what a step points at, brings it into sight and keeps the light around it. What the page does not show just
 * now, such as saved views without a model, is looked for in the whole page, which is then all in the light.
 *
 * @param light Gets the box of the target as custom properties, in CSS pixels.
 * @returns Null until it was looked for.
 */
export function useTarget(target: Target, light: RefObject<HTMLElement | null>): HTMLElement | null {
  const [found, setFound] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const find = (name: string) => document.querySelector<HTMLElement>(`[data-tour="${name}"]`);
    // In a sheet the sections are tabs of the panel.
    const element = find(target) ?? (target === 'scenery' ? find('materials') : null) ?? document.body;
    element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const follow = (): void => {
      const box = element.getBoundingClientRect();
      const { style } = light.current ?? document.createElement('div');
      style.setProperty('--left', `${box.left - MARGIN_PX}px`);
      style.setProperty('--top', `${box.top - MARGIN_PX}px`);
      style.setProperty('--width', `${box.width + 2 * MARGIN_PX}px`);
      style.setProperty('--height', `${box.height + 2 * MARGIN_PX}px`);
    };
    follow();
    setFound(element);
    const sizes = new ResizeObserver(follow);
    sizes.observe(element);
    sizes.observe(document.body);
    window.addEventListener('scroll', follow, true);
    return () => {
      sizes.disconnect();
      window.removeEventListener('scroll', follow, true);
    };
  }, [target, light]);
  return found;
}
