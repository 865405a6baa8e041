import type { Page } from 'playwright';

/** Of a finger, CSS pixels (WCAG 2.5.5); less than one is lost to rounding. */
const FINGER_PX = 44;

/**
 * Buttons, tabs and switches that are smaller than a finger, a line each. What stands out of a control without being seen
 * belongs to it.
 */
export function listSmall(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const controls = 'button, a[href], summary, [role="tab"], [role="switch"], [role="menuitem"]';
    return [...document.querySelectorAll<HTMLElement>(controls)].flatMap((element) => {
      if (element.closest('[inert], [aria-hidden="true"]') !== null) return [];
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return [];
      const box = (element.closest('label') ?? element).getBoundingClientRect();
      if (box.width < 2 || box.height < 2) return [];
      let { width, height } = box;
      for (const part of ['::before', '::after']) {
        const style = getComputedStyle(element, part);
        if (style.content === 'none' || style.position !== 'absolute') continue;
        width = Math.max(width, Number.parseFloat(style.width) || 0);
        height = Math.max(height, Number.parseFloat(style.height) || 0);
      }
      if (Math.ceil(width) >= least && Math.ceil(height) >= least) return [];
      const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40);
      return [`${element.tagName.toLowerCase()} "${name}" ${Math.round(width)} x ${Math.round(height)}`];
    });
  }, FINGER_PX);
}
