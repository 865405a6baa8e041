import { MASK_THRESHOLD } from '../../contract/constants.ts';
import { AppError } from '../../contract/failure.ts';
import { invalidRequest } from '../http/check-shape.ts';
import { openGrey, openImage } from './open-image.ts';

/** See `Pictures.encodeMask`. */
export async function encodeMask(
  bytes: Uint8Array,
  widthPx: number,
  heightPx: number,
  field: string,
): Promise<Uint8Array> {
  const { data, info } = await openImage(bytes)
    .timeout({ seconds: 20 })
    .flatten({ background: '#000000' })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch((cause: unknown) => {
      throw new AppError({ code: 'image-unreadable', name: field }, { cause });
    });
  if (info.width !== widthPx || info.height !== heightPx) {
    const size = `${widthPx} x ${heightPx}`;
    throw invalidRequest(field, `must be ${size} px`);
  }
  const pixels = new Uint8Array(widthPx * heightPx);
  for (let i = 0; i < pixels.length; i++) {
    pixels[i] = (data[i * info.channels] ?? 0) > MASK_THRESHOLD ? 255 : 0;
  }
  return openGrey(pixels, widthPx, heightPx).toColourspace('b-w').png({ compressionLevel: 9 }).toBuffer();
}
