import type { Sharp } from 'sharp';
import { AVERAGE_COLOUR } from '../../contract/constants.ts';

/** Mean colour of a picture, sRGB `#rrggbb`; transparent pixels count by their share. */
export async function averageColour(image: Sharp): Promise<string> {
  const side = AVERAGE_COLOUR.maxPx;
  const pixels = await image
    .clone()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer();
  const sum = [0, 0, 0];
  let weight = 0;
  for (let i = 0; i < pixels.length; i += 4) {
    const alpha = pixels[i + 3] ?? 0;
    weight += alpha;
    for (let channel = 0; channel < 3; channel++) {
      sum[channel] = (sum[channel] ?? 0) + (pixels[i + channel] ?? 0) * alpha;
    }
  }
  if (weight === 0) return AVERAGE_COLOUR.nothing;
  const hex = sum.map((total) =>
    Math.round(total / weight)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${hex.join('')}`;
}
