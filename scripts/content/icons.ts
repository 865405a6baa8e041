import sharp from 'sharp';

/** The mark on a 64 grid: a cube seen from its corner, outlined, one face lit. */
function mark(stroke: string, width: number): string {
  return [
    `<path d="M32 32 53 20v24L32 56z" fill="#f0a848"/>`,
    `<path d="M32 8 53 20v24L32 56 11 44V20z" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linejoin="round"/>`,
    `<path d="M11 20 32 32 53 20M32 32V56" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linejoin="round" stroke-linecap="round"/>`,
  ].join('');
}

/**
 * @param inset Share of the width left free on each side of the mark.
 * @param corner Radius of the plate, on the 64 grid.
 */
function plate(inset: number, corner: number): string {
  const scale = 1 - 2 * inset;
  const shift = 64 * inset;
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">',
    '<defs><linearGradient id="g" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#343434"/><stop offset="1" stop-color="#1e1e1e"/></linearGradient></defs>',
    `<rect width="64" height="64" rx="${corner}" fill="url(#g)"/>`,
    `<g transform="translate(${shift} ${shift}) scale(${scale})">${mark('#f0f0f0', 3.2)}</g>`,
    '</svg>',
  ].join('');
}

/** @returns File names in `public/icons/` and their bytes. */
export async function drawIcons(): Promise<[string, Uint8Array][]> {
  const png = (svg: string, sizePx: number) =>
    sharp(Buffer.from(svg), { density: 72 * (sizePx / 64) })
      .resize(sizePx, sizePx)
      .png({ compressionLevel: 9 })
      .toBuffer();
  // A maskable icon may lose everything outside the middle 80 % (W3C manifest, safe zone).
  return [
    ['icon-192.png', await png(plate(0.03, 14), 192)],
    ['icon-512.png', await png(plate(0.03, 14), 512)],
    ['maskable-512.png', await png(plate(0.14, 0), 512)],
    ['apple-touch-icon-180.png', await png(plate(0.06, 0), 180)],
    ['favicon.svg', Buffer.from(`${plate(-0.06, 14)}\n`)],
  ];
}
