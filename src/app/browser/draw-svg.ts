import {
  LABEL_PICTURE_MAX_PX,
  LABEL_SVG_MAX_BYTES,
  LABEL_SVG_MAX_ELEMENTS,
} from '../../contract/constants.ts';
import { decodeText } from '../../contract/files/decode-text.ts';

/** How a document of XML says what it is written in, at its very beginning. */
const ENCODING = /^<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)/;
const HEAD_BYTES = 200;

/**
 * Draws an SVG as fine as a label can be, by way of an `<img>`: no script of it runs, and nothing is fetched for it.
 *
 * @returns Null for what {@link checkSvg} refuses, and what cannot be drawn.
 */
export async function drawSvg(
  bytes: Uint8Array,
): Promise<({ readonly bitmap: ImageBitmap } & Pick<CheckedSvg, 'widthMetres' | 'isPartial'>) | null> {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD_BYTES));
  const checked = checkSvg(decodeText(bytes, ENCODING.exec(head)?.[1]));
  if (checked === null) return null;
  const { root, aspect, widthMetres, isPartial } = checked;
  const width = Math.max(1, Math.round(LABEL_PICTURE_MAX_PX * Math.min(1, aspect)));
  const height = Math.max(1, Math.round(LABEL_PICTURE_MAX_PX * Math.min(1, 1 / aspect)));
  root.setAttribute('width', String(width));
  root.setAttribute('height', String(height));
  const address = URL.createObjectURL(
    new Blob([new XMLSerializer().serializeToString(root)], { type: 'image/svg+xml' }),
  );
  try {
    const image = new Image(width, height);
    image.src = address;
    await image.decode();
    return { bitmap: await createImageBitmap(image), widthMetres, isPartial };
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Longer chains of elements that are used again are made to keep a browser busy. */
const MAX_DEPTH = 64;
/** What runs, and what holds pages: a drawing has neither. */
const NO_DRAWING = 'script, foreignObject, iframe, object, embed, audio, video';

/** A drawing that can be given to an `<img>`. */
interface CheckedSvg {
  readonly root: SVGSVGElement;
  /** Width by height. */
  readonly aspect: number;
  /** As the file says, where it says so in a unit of length. */
  readonly widthMetres: number | null;
  /** Some of it is not drawn as it is: pictures in other files, pages in it, or type of a typeface that is not in it. */
  readonly isPartial: boolean;
}

/**
 * Reads an SVG without running or fetching anything of it: a parsed document that is in no window does neither.
 *
 * @returns Null for what is no SVG, has no size, or would draw more than `LABEL_SVG_MAX_ELEMENTS`.
 */
function checkSvg(text: string): CheckedSvg | null {
  // Entities that are made of entities grow without end.
  if (text.length > LABEL_SVG_MAX_BYTES || /<!ENTITY[^>]*&[^>]*>/i.test(text)) return null;
  const { documentElement: root } = new DOMParser().parseFromString(text, 'image/svg+xml');
  if (!(root instanceof SVGSVGElement) || root.querySelector('parsererror') !== null) return null;
  const isPartial =
    [...root.querySelectorAll(NO_DRAWING)].some(isMissed) ||
    lacksFonts(root) ||
    [...root.querySelectorAll('image, use, feImage')].some((element) => isElsewhere(addressOf(element)));
  for (const element of root.querySelectorAll(NO_DRAWING)) element.remove();
  if (countDrawn(root, root, new Map(), 0) > LABEL_SVG_MAX_ELEMENTS) return null;
  const [, , boxWidth = 0, boxHeight = 0] = (root.getAttribute('viewBox') ?? '').split(/[\s,]+/).map(Number);
  const [width, height] = [root.getAttribute('width'), root.getAttribute('height')];
  const [ownWidth, ownHeight] = [lengthOf(width), lengthOf(height)];
  const aspect = ownWidth !== null && ownHeight !== null ? ownWidth.px / ownHeight.px : boxWidth / boxHeight;
  if (!(aspect > 1e-3 && aspect < 1e3)) return null;
  if (!(boxWidth > 0 && boxHeight > 0)) {
    if (ownWidth === null || ownHeight === null) return null;
    root.setAttribute('viewBox', `0 0 ${ownWidth.px} ${ownHeight.px}`);
  }
  return { root, aspect, widthMetres: ownWidth?.metres ?? null, isPartial };
}

/** CSS pixels and metres of the units of length; a pixel says nothing of a print. */
const UNITS: Readonly<Record<string, readonly [px: number, metres: number | null]>> = {
  '': [1, null],
  px: [1, null],
  pt: [4 / 3, 0.0254 / 72],
  pc: [16, 0.0254 / 6],
  in: [96, 0.0254],
  cm: [96 / 2.54, 0.01],
  mm: [96 / 25.4, 0.001],
};

function lengthOf(text: string | null): { px: number; metres: number | null } | null {
  const [, number = '', unit = ''] = /^\s*([\d.]+(?:e[+-]?\d+)?)\s*([a-z]*)\s*$/i.exec(text ?? '') ?? [];
  const scale = UNITS[unit.toLowerCase()];
  const value = Number(number);
  if (scale === undefined || !(value > 0)) return null;
  return { px: value * scale[0], metres: scale[1] === null ? null : value * scale[1] };
}

/** Elements that are drawn, those that `use` repeats counted each time. */
function countDrawn(root: Element, element: Element, known: Map<Element, number>, depth: number): number {
  const before = known.get(element);
  if (before !== undefined) return before;
  if (depth > MAX_DEPTH) return Number.POSITIVE_INFINITY;
  // One that comes back to itself draws nothing.
  known.set(element, 0);
  let count = 1;
  for (const child of element.children) count += countDrawn(root, child, known, depth + 1);
  if (element.localName === 'use') {
    const address = addressOf(element);
    const used = address.startsWith('#') ? root.querySelector(`#${CSS.escape(address.slice(1))}`) : null;
    if (used !== null) count += countDrawn(root, used, known, depth + 1);
  }
  known.set(element, count);
  return count;
}

function addressOf(element: Element): string {
  return (element.getAttribute('href') ?? element.getAttributeNS(XLINK, 'href') ?? '').trim();
}

function isElsewhere(address: string): boolean {
  return address !== '' && !/^(?:#|data:)/i.test(address);
}

/** A script draws nothing, and what needs a program's own extension stands beside what is drawn without it. */
function isMissed(element: Element): boolean {
  return element.localName !== 'script' && !element.hasAttribute('requiredExtensions');
}

/** Typefaces that every browser has in its own way, as the file leaves it to them. */
const GENERIC =
  /^(?:serif|sans-serif|monospace|cursive|fantasy|system-ui|math|ui-[a-z-]+|inherit|initial|unset)$/i;
const FACE = /@font-face\s*\{[^}]*\}/gi;
const FAMILY = /font-family\s*:\s*([^;}]+)/gi;

/** Whether it has type in a typeface that is not in it: each device would draw it in another one. */
function lacksFonts(root: SVGSVGElement): boolean {
  const written = [...root.querySelectorAll('text')].filter(({ textContent }) =>
    /\S/.test(textContent ?? ''),
  );
  if (written.length === 0) return false;
  const rules = [...root.querySelectorAll('style')].map(({ textContent }) => textContent ?? '').join('\n');
  const held = new Set<string>();
  for (const [face] of rules.matchAll(FACE))
    if (/url\(\s*["']?data:/i.test(face)) held.add(firstFamily(face));
  const asked = [root, ...root.querySelectorAll('*')].flatMap((element) => [
    element.getAttribute('font-family') ?? '',
    ...familiesIn(element.getAttribute('style') ?? ''),
  ]);
  return [...asked, ...familiesIn(rules.replaceAll(FACE, ''))]
    .map(nameOf)
    .some((name) => name !== '' && !GENERIC.test(name) && !held.has(name));
}

const familiesIn = (css: string): string[] => [...css.matchAll(FAMILY)].map(([, list = '']) => list);
const firstFamily = (css: string): string => nameOf(familiesIn(css)[0] ?? '');
/** The one that is asked for first, as it is compared. */
const nameOf = (list: string): string =>
  (list.split(',')[0] ?? '')
    .replaceAll(/["']|!important/gi, '')
    .trim()
    .toLowerCase();

const XLINK = 'http://www.w3.org/1999/xlink';
