import { basename, extname } from 'node:path';
import { WEBP_PHOTO_QUALITY } from '../../contract/constants.ts';
import type { RecipePicture } from '../../contract/files/recipe-picture.ts';
import type { openImage } from '../../server/images/open-image.ts';
import { writeRecipe } from '../../workers/compute/archive/write-recipe.ts';
import { UsageError } from '../options/usage-error.ts';
import { wrapRecipe } from './recipe-packet.ts';

/** Kinds of file that a picture is written as, by the end of its name. */
const FORMATS = { '.png': 'png', '.jpg': 'jpeg', '.jpeg': 'jpeg', '.webp': 'webp' } as const;
export type OutputFormat = (typeof FORMATS)[keyof typeof FORMATS];

const QUALITY = Math.round(WEBP_PHOTO_QUALITY * 100);
/** What one segment of a JPEG has for a packet, less its own head. */
const JPEG_PACKET_MAX_BYTES = 65_000;

/** @throws UsageError for an end that is none of a picture, and for a JPEG that is to have no background. */
export function formatOf(path: string, isTransparent: boolean): OutputFormat {
  const format = FORMATS[extname(path).toLowerCase() as keyof typeof FORMATS];
  if (format === undefined)
    throw new UsageError(`A picture ends in .png, .jpg or .webp, not ${basename(path)}.`);
  if (format === 'jpeg' && isTransparent)
    throw new UsageError('A JPEG has a background: take .png or .webp.');
  return format;
}

/**
 * The file of a finished picture, with its recipe in it: a PNG keeps every pixel and has it as the app's downloads do, the
 * others in a packet of metadata.
 */
export async function carryRecipe(
  png: Uint8Array,
  format: OutputFormat,
  picture: RecipePicture,
): Promise<Uint8Array> {
  if (format === 'png') {
    const whole = await writeRecipe(new Blob([png as Uint8Array<ArrayBuffer>]), picture);
    return new Uint8Array(await whole.arrayBuffer());
  }
  const packet = wrapRecipe(picture);
  if (format === 'jpeg' && packet.length > JPEG_PACKET_MAX_BYTES) {
    throw new UsageError('The recipe is too long for a JPEG: take .png or .webp.');
  }
  const { openImage: open } = await import('../../server/images/open-image.ts');
  return encode(open(png), format).withXmp(packet).toBuffer();
}

type Image = ReturnType<typeof openImage>;

function encode(image: Image, format: 'jpeg' | 'webp'): Image {
  return format === 'jpeg'
    ? image.jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' })
    : image.webp({ quality: QUALITY });
}
