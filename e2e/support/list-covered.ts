import type { Page } from 'playwright';

/**
 * Controls that something else lies on, a line each: what is seen of one is pressed, whatever floats over the page. Rows that
 * a list has scrolled out of sight do not count, nor what lies under a window.
 */
export function listCovered(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = 'button, a[href], input, select, textarea, summary, [role="tab"], [role="slider"]';
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()} "${element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40)}"`;
    const isClipped = (element: Element, x: number, y: number): boolean => {
      for (let box = element.parentElement; box !== null; box = box.parentElement) {
        if (getComputedStyle(box).overflow === 'visible') continue;
        const { left, top, right, bottom } = box.getBoundingClientRect();
        if (x < left || x > right || y < top || y > bottom) return true;
      }
      return false;
    };
    return [...document.querySelectorAll<HTMLElement>(controls)].flatMap((element) => {
      if (element.closest('[inert], [aria-hidden="true"]') !== null) return [];
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return [];
      const { left, top, width, height } = element.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      if (width < 4 || height < 4 || x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return [];
      if (isClipped(element, x, y)) return [];
      const hit = document.elementFromPoint(x, y);
      const isReached =
        hit === null ||
        element.contains(hit) ||
        hit.contains(element) ||
        hit.closest('label')?.contains(element);
      // A sticky head over its own list is what scrolling is.
      const isOwnHead = hit?.closest('[role="tablist"], h2') !== null;
      return isReached || isOwnHead ? [] : [`${nameOf(element)} under ${nameOf(hit)}`];
    });
  });
}
