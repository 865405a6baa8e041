import type { PreparedEnvironment } from '../../../contract/compute-values.ts';
import { ENVIRONMENT_FILE_MAX, ENVIRONMENT_WIDTH_PX } from '../../../contract/constants.ts';
import { AppError } from '../../../contract/failure.ts';
import { shrinkMap } from '../../../tracer/environment/resample-map.ts';
import { BRIGHTEST, encodeRgbe } from '../../../tracer/environment/rgbe.ts';
import { isGlb } from '../../../tracer/gltf/read-glb.ts';
import { IDENTITY } from '../../../tracer/matrix.ts';
import type { LinearPicture } from '../../../tracer/picture.ts';
import { writePng } from '../pictures/convert-image.ts';
import { drawThumbnailOf } from './draw-environment-thumbnail.ts';

/** Twice as wide as high, but for a row or two. */
const RATIO = { min: 1.96, max: 2.04 };
/** First bytes of an OpenEXR file. */
const EXR = [0x76, 0x2f, 0x31, 0x01] as const;

/** One canonical file of any picture of surroundings, see `ComputeApi.prepareEnvironment`. */
export async function prepareEnvironment(
  file: Blob,
  frame: readonly number[] = IDENTITY,
): Promise<PreparedEnvironment> {
  if (file.size > ENVIRONMENT_FILE_MAX.bytes) throw refuse('too-large');
  const picture = mend(await read(file, frame));
  const ratio = picture.widthPx / picture.heightPx;
  if (ratio < RATIO.min || ratio > RATIO.max || picture.widthPx < ENVIRONMENT_WIDTH_PX.min) {
    throw refuse('not-panorama');
  }
  if (picture.rgb.every((value) => value === 0)) throw refuse('dark');
  const widthPx = Math.min(ENVIRONMENT_WIDTH_PX.max, 2 * Math.floor(picture.widthPx / 2));
  const map = shrinkMap(picture, widthPx, widthPx / 2);
  const rgba = new Uint8ClampedArray(encodeRgbe(map).buffer as ArrayBuffer);
  const [png, thumbnail] = await Promise.all([
    writePng({ widthPx, heightPx: widthPx / 2, rgba }),
    drawThumbnailOf(PLAIN, map),
  ]);
  return { picture: png, thumbnail };
}

async function read(file: Blob, frame: readonly number[]): Promise<LinearPicture> {
  const head = await file.slice(0, 4).arrayBuffer();
  if (isGlb(new DataView(head))) {
    return (await import('./read-file-surroundings.ts')).readFileSurroundings(file, frame);
  }
  const isExr = EXR.every((byte, at) => new Uint8Array(head)[at] === byte);
  const bytes = new Uint8Array(await file.arrayBuffer());
  return isExr
    ? (await import('./read-exr.ts')).readExr(bytes)
    : (await import('./read-radiance.ts')).readRadiance(bytes);
}

/** As it stands when nothing is set: the name of its file does not matter for how it looks. */
const PLAIN = {
  kind: 'picture',
  imageHash: '' as never,
  name: '',
  rotationDegrees: 0,
  stops: 0,
  isSeen: true,
  blur: 0,
} as const;

/** What is no number or below nothing is nothing; no sun is infinite. */
function mend(picture: LinearPicture): LinearPicture {
  const { rgb } = picture;
  for (let at = 0; at < rgb.length; at++) {
    const value = rgb[at] ?? 0;
    if (!(value > 0)) rgb[at] = 0;
    else if (value > BRIGHTEST) rgb[at] = BRIGHTEST;
  }
  return picture;
}

function refuse(reason: 'too-large' | 'not-panorama' | 'dark'): AppError {
  return new AppError({ code: 'environment-refused', reason });
}
