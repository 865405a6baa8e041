import { AppError } from '../../../contract/failure.ts';
import type { App } from '../../core/app.ts';

/**
 * A finished picture as a PNG, converted without loss when the server has it in another format (J7).
 *
 * @param address Signed address of the picture.
 * @throws AppError `image-unreadable` when the browser cannot decode it, and those of a call.
 */
export async function loadPicturePng(
  app: Pick<App, 'server'>,
  address: string,
  name: string,
  signal?: AbortSignal,
): Promise<Blob> {
  const file = await app.server.file(address, signal);
  if (file.type === 'image/png') return file;
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (bitmap === null) throw new AppError({ code: 'image-unreadable', name });
  const canvas = document.createElement('canvas');
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  bitmap.close();
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (png === null) throw new AppError({ code: 'image-unreadable', name });
  return png;
}
