import { LABEL_PICTURE_MAX_PX } from '../../contract/constants.ts';
import { checkSvg } from './check-svg.ts';

/**
 * Draws an SVG as fine as a label can be, by way of an `<img>`: no script of it runs, and nothing is fetched for it.
 *
 * @returns Null for what {@link checkSvg} refuses, and what cannot be drawn.
 */
export async function drawSvg(
  text: string,
): Promise<{ readonly bitmap: ImageBitmap; readonly widthMetres: number | null } | null> {
  const checked = checkSvg(text);
  if (checked === null) return null;
  const { root, aspect, widthMetres } = checked;
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
    return { bitmap: await createImageBitmap(image), widthMetres };
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(address);
  }
}
