import { crc32 } from 'hash-wasm';
import { RECIPE_KEYWORD } from '../../../contract/constants.ts';
import { AppError } from '../../../contract/failure.ts';
import type { RecipePicture } from '../../../contract/files/recipe-picture.ts';
import { isPng, listChunks } from './png-chunks.ts';

/** Signature and header: the chunk goes right behind them. */
const HEAD_BYTES = 64;

/**
 * The PNG with its recipe in a text chunk; every byte of the picture stays as it is.
 *
 * @throws AppError `image-unreadable` for what is no PNG.
 */
export async function writeRecipe(png: Blob, picture: RecipePicture): Promise<Blob> {
  const head = new Uint8Array(await png.slice(0, HEAD_BYTES).arrayBuffer());
  const [header] = listChunks(head);
  if (!isPng(head) || header?.type !== 'IHDR') throw new AppError({ code: 'image-unreadable', name: '' });
  // Keyword, not compressed, neither a language nor a translation.
  const data = new TextEncoder().encode(`iTXt${RECIPE_KEYWORD}\0\0\0\0\0${JSON.stringify(picture)}`);
  const length = new DataView(new ArrayBuffer(4));
  length.setUint32(0, data.byteLength - 4);
  const check = new DataView(new ArrayBuffer(4));
  check.setUint32(0, Number.parseInt(await crc32(data), 16));
  const parts = [png.slice(0, header.end), length.buffer, data, check.buffer, png.slice(header.end)];
  return new Blob(parts, { type: 'image/png' });
}
