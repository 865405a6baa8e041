import type { Page } from 'playwright';

/**
 * Controls whose accessible name does not contain what stands on them (WCAG 2.5.3), a line each: who speaks to the page says
 * what they read.
 */
export function listMisnamed(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const tidy = (text: string) =>
      text
        .toLowerCase()
        .replace(/[^\p{L}\p{N}%]+/gu, ' ')
        .trim();
    /** What is read on an element: its text without keys, descriptions and what is hidden from either sense. */
    const seenText = (element: Element, described: ReadonlySet<string>): string => {
      const parts: string[] = [];
      for (const node of element.childNodes) {
        if (node.nodeType === Node.TEXT_NODE) parts.push(node.textContent ?? '');
        if (!(node instanceof Element) || node.matches('kbd, [aria-hidden="true"]')) continue;
        if (described.has(node.id)) continue;
        if (node.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
          parts.push(seenText(node, described));
      }
      return parts.join(' ');
    };
    const nameOf = (element: Element): string | null => {
      const ids = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? [];
      if (ids.length === 0) return element.getAttribute('aria-label');
      return ids
        .map((id) => {
          const named = document.getElementById(id);
          return named?.getAttribute('aria-label') ?? named?.textContent ?? '';
        })
        .join(' ');
    };
    const controls =
      'button, a[href], summary, [role="tab"], [role="menuitem"], [role="option"], [role="button"]';
    return [...document.querySelectorAll<HTMLElement>(controls)].flatMap((element) => {
      if (element.closest('[inert], [aria-hidden="true"]') !== null) return [];
      if (!element.checkVisibility({ visibilityProperty: true })) return [];
      const described = new Set(element.getAttribute('aria-describedby')?.split(/\s+/) ?? []);
      const [name, text] = [nameOf(element), tidy(seenText(element, described))];
      if (name === null || text === '' || tidy(name).includes(text)) return [];
      return [`"${text}" is called "${name}"`];
    });
  });
}
