import type { Locator, Page } from 'playwright';

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

/** Pairs of things in a row of the page of which one reaches into the other, a line each. @param row A selector; the first counts. */
export function listOverlaps(page: Page, row: string): Promise<string[]> {
  return page
    .locator(row)
    .first()
    .evaluate((bar) => {
      const shown = [
        ...bar.querySelectorAll('button, input, h2, [role="status"], [role="progressbar"]'),
      ].filter((element) => {
        const { width, height } = element.getBoundingClientRect();
        return width > 4 && height > 2 && element.checkVisibility({ visibilityProperty: true });
      });
      const nameOf = (element: Element) =>
        element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '';
      return shown.flatMap((one, at) =>
        shown.slice(at + 1).flatMap((other) => {
          if (one.contains(other) || other.contains(one)) return [];
          const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
          const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
          const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
          return across > 1 && down > 1 ? [`${nameOf(one)} / ${nameOf(other)}`] : [];
        }),
      );
    });
}

/** What reaches out of a box at a side, or whose own words are cut, a line each. @param what A selector. */
export function listCut(box: Locator, what = 'button'): Promise<string[]> {
  return box.evaluate((element, selector) => {
    const { left, right } = element.getBoundingClientRect();
    return [...element.querySelectorAll(selector)].flatMap((thing) => {
      const { left: from, right: to, width } = thing.getBoundingClientRect();
      if (width < 4 || !thing.checkVisibility({ visibilityProperty: true })) return [];
      const isInside = from > left - 1 && to < right + 1;
      const isWhole = thing.scrollWidth <= thing.clientWidth + 1;
      return isInside && isWhole ? [] : [thing.getAttribute('aria-label') ?? thing.textContent ?? ''];
    });
  }, what);
}
