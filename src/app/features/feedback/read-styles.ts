import { readAsAddress } from './read-as-address.ts';

/** In a picture nothing moves: what would fade in would never be seen. */
const STILL = '*,::before,::after{animation:none!important;transition:none!important}';

/**
 * All styles of the page as one text that needs nothing from elsewhere. What asks for a kind of window or of pointer has
 * its answer already: in a picture there would be another one.
 *
 * @throws TypeError when a style sheet can no longer be fetched.
 */
export async function readStyles(): Promise<string> {
  const [fonts, ...sheets] = await Promise.all([
    readFonts(),
    ...Array.from(document.styleSheets, (sheet) => readSheet(sheet)),
  ]);
  const text = sheets.join('\n').replace(/@font-face\s*\{[^}]*\}/g, '');
  const answered = text.replace(/@media([^{]*)\{/g, (_, query: string) =>
    window.matchMedia(query).matches ? '@media all{' : '@media not all{',
  );
  return [fonts, answered, STILL].join('\n');
}

async function readSheet({ href, ownerNode }: CSSStyleSheet): Promise<string> {
  return href === null ? (ownerNode?.textContent ?? '') : (await fetch(href)).text();
}

/** The fonts that the page has loaded, with their bytes. */
async function readFonts(): Promise<string> {
  const loaded = new Set<string>();
  for (const face of document.fonts)
    if (face.status === 'loaded') loaded.add(nameFont(face.family, face.unicodeRange));
  const rules = Array.from(document.styleSheets).flatMap(({ cssRules, href }) =>
    Array.from(cssRules, (rule) => ({ rule, base: href ?? document.baseURI })),
  );
  const faces = rules.map(async ({ rule, base }) => {
    if (!(rule instanceof CSSFontFaceRule)) return '';
    const { style } = rule;
    const name = nameFont(style.getPropertyValue('font-family'), style.getPropertyValue('unicode-range'));
    const [, path] = /url\("?([^")]+)/.exec(style.getPropertyValue('src')) ?? [];
    if (path === undefined || !loaded.has(name)) return '';
    const file = await (await fetch(new URL(path, base))).blob();
    return rule.cssText.replace(path, await readAsAddress(file));
  });
  return (await Promise.all(faces)).join('\n');
}

/** Tells the subsets of a font apart. */
function nameFont(family: string, range: string): string {
  return `${family.replaceAll(/["']/g, '')} ${range.toLowerCase()}`;
}
