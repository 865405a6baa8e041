import {
  DataTexture,
  HalfFloatType,
  LinearFilter,
  LinearMipmapLinearFilter,
  LinearSRGBColorSpace,
  RepeatWrapping,
  RGBAFormat,
} from 'three';
import { HDRLoader } from 'three/addons/loaders/HDRLoader.js';
import { AppError } from '../../contract/failure.ts';

/** 2048 x 1024 in half floats is 16 MB; the viewer's own is 256 x 128. */
const MAX_PIXELS = 2_097_152;
const HEADER_BYTES = 1_000;

/**
 * Reads a picture of all surroundings in Radiance HDR: straight up is the top row, the middle column looks along -Z.
 *
 * @returns Linear radiance in half floats, row 0 first; owned by the caller.
 * @throws AppError `image-unreadable` for what is no such file, damaged, cut short or too large.
 */
export function readEnvironment(bytes: ArrayBuffer, name: string): DataTexture {
  try {
    const head = new TextDecoder('latin1').decode(bytes.slice(0, HEADER_BYTES));
    const [, rows = 0, columns = 0] = /\n-Y (\d+) \+X (\d+)\n/.exec(head)?.map(Number) ?? [];
    if (rows * columns < 1 || rows * columns > MAX_PIXELS) throw new Error(`${columns} x ${rows} pixels`);
    const { data } = new HDRLoader().setDataType(HalfFloatType).parse(bytes);
    const pixels = data as Uint16Array<ArrayBuffer>;
    if (!isWhole(pixels, columns, rows)) throw new Error('it is cut short');
    const texture = new DataTexture(pixels, columns, rows, RGBAFormat, HalfFloatType);
    texture.colorSpace = LinearSRGBColorSpace;
    texture.wrapS = RepeatWrapping;
    texture.magFilter = LinearFilter;
    texture.minFilter = LinearMipmapLinearFilter;
    texture.generateMipmaps = true;
    texture.needsUpdate = true;
    return texture;
  } catch (cause) {
    throw new AppError({ code: 'image-unreadable', name }, { cause });
  }
}

/** The loader of three.js leaves what is missing black, or out. No studio has a floor without any light. */
function isWhole(pixels: Uint16Array, width: number, height: number): boolean {
  if (pixels.length !== width * height * 4) return false;
  const lastRow = pixels.subarray((height - 1) * width * 4);
  return lastRow.some((value, at) => at % 4 !== 3 && value > 0);
}
