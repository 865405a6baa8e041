import { FEEDBACK } from '../../../contract/constants.ts';
import { encodePicture } from './encode-picture.ts';
import { readAsAddress } from './read-as-address.ts';

const SVG = 'http://www.w3.org/2000/svg';
/** HTML may hold them, XML may not. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/**
 * A JPEG of a page's copy at half its size. The browser lays it out as an image of its own, as it did the page: that takes
 * neither computed styles nor a frame, which the Content-Security-Policy would hold to its rules.
 *
 * @param body Needs nothing from elsewhere, as {@link styles}.
 * @throws DOMException `SecurityError` where no image of markup may be read: in Safari (WebKit bug 156176).
 */
export async function drawCopy(body: HTMLElement, styles: string): Promise<Blob> {
  const { innerWidth, innerHeight } = window;
  const image = new Image(innerWidth, innerHeight);
  // Not the address of a blob: with markup in it nobody could read it.
  image.src = await readAsAddress(new Blob([writeImage(body, styles)], { type: 'image/svg+xml' }));
  await image.decode();
  return encodePicture(image, {
    widthPx: Math.round(innerWidth * FEEDBACK.screenshotScale),
    heightPx: Math.round(innerHeight * FEEDBACK.screenshotScale),
    type: 'image/jpeg',
    quality: FEEDBACK.screenshotQuality,
  });
}

function writeImage(body: HTMLElement, styles: string): string {
  const { ownerDocument: inert } = body;
  const root = inert.createElementNS(SVG, 'svg');
  // What the styles say of the page's root they say of the image's.
  for (const { name, value } of document.documentElement.attributes) {
    if (name !== 'style') root.setAttribute(name, value);
  }
  root.style.cssText = document.documentElement.style.cssText;
  root.setAttribute('width', String(window.innerWidth));
  root.setAttribute('height', String(window.innerHeight));
  const style = inert.createElementNS(SVG, 'style');
  style.textContent = styles;
  const page = inert.createElementNS(SVG, 'foreignObject');
  page.setAttribute('width', '100%');
  page.setAttribute('height', '100%');
  page.append(body);
  root.append(style, page);
  return new XMLSerializer().serializeToString(root).replace(NOT_XML, '');
}
