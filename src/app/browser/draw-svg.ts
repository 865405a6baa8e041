import { LABEL_PICTURE_MAX_PX } from '../../contract/constants.ts';
import { decodeText } from '../../contract/files/decode-text.ts';
import { type CheckedSvg, checkSvg } from './check-svg.ts';

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
