import type { Sharp } from 'sharp';
import type { MapReading } from '../../contract/compute-values.ts';
import { LIBRARY_IMAGE_MAX_PX } from '../../contract/constants.ts';
import { AppError, isFailure } from '../../contract/failure.ts';
import { readMap } from '../../contract/files/read-map.ts';
import { cutImage } from './cut-image.ts';
import { inspectImage, openImage, openPixels } from './open-image.ts';
import type { ImageInfo, PreparedFile } from './pictures.ts';
import { isAsKept } from './prepare-picture.ts';

/** Finer than a picture to look at: a normal map has its detail where WebP saves most, in its colours. */
const WEBP = { quality: 95, effort: 2, smartSubsample: true } as const;
const PATIENCE = { seconds: 30 };

/** See `Pictures.prepareMap`. */
export async function prepareMap(
  given: Uint8Array,
  name: string,
  reading: MapReading = 'asIs',
): Promise<PreparedFile> {
  const bytes = cutImage(given);
  const info = await inspect(bytes, name);
  try {
    if (reading === 'asIs' && (await isAsKept(bytes, info))) return { bytes, kind: info };
    const map = reading === 'asIs' ? openSmall(bytes) : await openRead(bytes, reading);
    const { data, info: made } = await map.removeAlpha().webp(WEBP).toBuffer({ resolveWithObject: true });
    const kind = { contentType: 'image/webp', widthPx: made.width, heightPx: made.height } as const;
    return { bytes: data, kind };
  } catch (cause) {
    throw new AppError({ code: 'image-unreadable', name }, { cause });
  }
}

/** See `Pictures.averageMap`. */
export async function averageMap(bytes: Uint8Array, name: string, reading: MapReading): Promise<number> {
  await inspect(bytes, name);
  try {
    const { channels } = await (await openRead(bytes, reading)).stats();
    return Math.round(((channels[1]?.mean ?? 0) / 255) * 100) / 100;
  } catch (cause) {
    throw new AppError({ code: 'image-unreadable', name }, { cause });
  }
}

function openSmall(bytes: Uint8Array): Sharp {
  const side = LIBRARY_IMAGE_MAX_PX;
  return openImage(bytes)
    .timeout(PATIENCE)
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
}

async function openRead(bytes: Uint8Array, reading: MapReading): Promise<Sharp> {
  const pixels = openSmall(bytes).toColourspace('srgb').ensureAlpha().raw();
  const { data, info } = await pixels.toBuffer({ resolveWithObject: true });
  readMap(new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength), reading);
  return openPixels(data, info.width, info.height);
}

/** One of several files is refused by its name. */
async function inspect(bytes: Uint8Array, name: string): Promise<ImageInfo> {
  try {
    return await inspectImage(bytes, name);
  } catch (cause) {
    if (!isFailure(cause, 'file-format-unsupported')) throw cause;
    throw new AppError({ code: 'image-unreadable', name }, { cause });
  }
}
