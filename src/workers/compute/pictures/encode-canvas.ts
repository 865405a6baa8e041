/**
 * A canvas as a small WebP. Safari's canvas gives PNG without a word: there libwebp makes it.
 *
 * @param quality 0 to 1.
 * @returns Type `image/webp`; `image/png` where WebAssembly is refused as well.
 */
export async function encodeCanvas(canvas: OffscreenCanvas, quality: number): Promise<Blob> {
  const own = await canvas.convertToBlob({ type: 'image/webp', quality });
  if (own.type === 'image/webp') return own;
  const { width, height } = canvas;
  const image = canvas.getContext('2d')?.getImageData(0, 0, width, height);
  if (image === undefined) return own;
  const { encodeWebp } = await import('./encode-webp.ts');
  return encodeWebp(image.data.buffer, width, height, quality);
}
