import { ENVIRONMENT_FILE_MAX } from '../../../contract/constants.ts';
import { AppError } from '../../../contract/failure.ts';
import type { LinearPicture } from '../../../tracer/picture.ts';
import { convertPrimaries } from './convert-primaries.ts';

/** Headers of real files have some hundred bytes; one without an end is no file of this kind. */
const HEADER_BYTES_MAX = 64 * 1024;
/** What a scan line of the newer form is as long as at most, and at least. */
const RUN_WIDTH = { min: 8, max: 0x7fff };

/**
 * Reads a Radiance picture (`.hdr`, `.pic`): 32-bit RGBE, flat or run-length encoded in either form. The header's exposure
 * and correction of colours are undone, and light in other primaries than Rec. 709 is converted.
 *
 * @throws AppError `environment-refused`: `unreadable`, also for what ends too early; `too-large` before anything is set
 *   aside for its pixels.
 */
export function readRadiance(bytes: Uint8Array): LinearPicture {
  const header = readHeader(bytes);
  const { widthPx, heightPx, exposure, correction, primaries } = header;
  if (widthPx * heightPx > ENVIRONMENT_FILE_MAX.pixels) throw refuse('too-large');
  // A run of 127 pixels of one channel takes two bytes: what is shorter cannot be whole.
  if ((bytes.byteLength - header.end) * 64 < widthPx * heightPx) throw refuse('unreadable');
  const rgb = new Float32Array(widthPx * heightPx * 3);
  const line = new Uint8Array(widthPx * 4);
  let at = header.end;
  for (let row = 0; row < heightPx; row++) {
    at = readLine(bytes, at, line, widthPx);
    const y = header.isUpsideDown ? heightPx - 1 - row : row;
    for (let column = 0; column < widthPx; column++) {
      const exponent = line[column * 4 + 3] ?? 0;
      if (exponent === 0) continue;
      const scale = 2 ** (exponent - 136) / exposure;
      const x = header.isMirrored ? widthPx - 1 - column : column;
      for (let k = 0; k < 3; k++) {
        rgb[(y * widthPx + x) * 3 + k] = ((line[column * 4 + k] ?? 0) * scale) / (correction[k] ?? 1);
      }
    }
  }
  const picture = { widthPx, heightPx, rgb };
  if (primaries !== null) convertPrimaries(picture, primaries);
  return picture;
}

interface Header {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly isUpsideDown: boolean;
  readonly isMirrored: boolean;
  readonly exposure: number;
  /** What red, green and blue were multiplied by. */
  readonly correction: readonly number[];
  /** x and y of red, green, blue and white; null for those of Rec. 709. */
  readonly primaries: readonly number[] | null;
  /** Where pixels begin. */
  readonly end: number;
}

function readHeader(bytes: Uint8Array): Header {
  let at = 0;
  const nextLine = (): string => {
    const end = bytes.subarray(0, HEADER_BYTES_MAX).indexOf(10, at);
    if (end < 0) throw refuse('unreadable');
    const line = String.fromCharCode(...bytes.subarray(at, Math.min(end, at + 1_000)));
    at = end + 1;
    return line;
  };
  if (!/^#\?(?:RADIANCE|RGBE)/.test(nextLine())) throw refuse('unreadable');
  let exposure = 1;
  let correction: readonly number[] = [1, 1, 1];
  let primaries: readonly number[] | null = null;
  for (let line = nextLine(); line.trim() !== ''; line = nextLine()) {
    const [, name, value = ''] = /^\s*(FORMAT|EXPOSURE|COLORCORR|PRIMARIES)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (name === 'FORMAT' && value !== '32-bit_rle_rgbe') throw refuse('unreadable');
    const factor = Number(value);
    if (name === 'EXPOSURE' && factor > 1e-9 && factor < 1e9) exposure *= factor;
    const numbers = value.split(/\s+/).map(Number);
    // Each line counts, as those of the exposure do.
    const isCorrection = numbers.length === 3 && numbers.every((one) => one > 1e-6 && one < 1e6);
    if (name === 'COLORCORR' && isCorrection) correction = correction.map((so, k) => so * (numbers[k] ?? 1));
    const isPrimaries = numbers.length === 8 && numbers.every((one) => Math.abs(one) < 2) && numbers[7] !== 0;
    if (name === 'PRIMARIES' && isPrimaries) primaries = numbers;
  }
  const size = /^\s*([-+])Y\s+(\d{1,9})\s+([-+])X\s+(\d{1,9})\s*$/.exec(nextLine());
  const [heightPx, widthPx] = [Number(size?.[2]), Number(size?.[4])];
  if (size === null || !(widthPx > 0) || !(heightPx > 0)) throw refuse('unreadable');
  if (!(exposure > 1e-12 && exposure < 1e12)) exposure = 1;
  return {
    widthPx,
    heightPx,
    isUpsideDown: size[1] === '+',
    isMirrored: size[3] === '-',
    exposure,
    correction,
    primaries,
    end: at,
  };
}

/** @returns Where the next line begins. */
function readLine(bytes: Uint8Array, start: number, line: Uint8Array, widthPx: number): number {
  const isNewer =
    widthPx >= RUN_WIDTH.min &&
    widthPx <= RUN_WIDTH.max &&
    bytes[start] === 2 &&
    bytes[start + 1] === 2 &&
    ((bytes[start + 2] ?? 0) << 8) + (bytes[start + 3] ?? 0) === widthPx;
  return isNewer ? readRuns(bytes, start + 4, line, widthPx) : readPixels(bytes, start, line, widthPx);
}

/** The newer form: each channel by itself, in runs. */
function readRuns(bytes: Uint8Array, start: number, line: Uint8Array, widthPx: number): number {
  let at = start;
  for (let k = 0; k < 4; k++) {
    for (let x = 0; x < widthPx; ) {
      const code = bytes[at++] ?? 0;
      const isRun = code > 128;
      const count = isRun ? code - 128 : code;
      if (count === 0 || x + count > widthPx || at + (isRun ? 1 : count) > bytes.length) {
        throw refuse('unreadable');
      }
      for (let i = 0; i < count; i++) line[(x + i) * 4 + k] = bytes[isRun ? at : at + i] ?? 0;
      at += isRun ? 1 : count;
      x += count;
    }
  }
  return at;
}

/** The older form: whole pixels, of which 1, 1, 1 repeats the one before. */
function readPixels(bytes: Uint8Array, start: number, line: Uint8Array, widthPx: number): number {
  let at = start;
  let shift = 0;
  for (let x = 0; x < widthPx; ) {
    if (at + 4 > bytes.length) throw refuse('unreadable');
    const pixel = bytes.subarray(at, at + 4);
    at += 4;
    if (pixel[0] !== 1 || pixel[1] !== 1 || pixel[2] !== 1) {
      line.set(pixel, x * 4);
      x += 1;
      shift = 0;
      continue;
    }
    const count = (pixel[3] ?? 0) * 2 ** shift;
    if (x === 0 || count === 0 || x + count > widthPx) throw refuse('unreadable');
    for (let i = 0; i < count; i++) line.copyWithin((x + i) * 4, (x - 1) * 4, x * 4);
    x += count;
    shift += 8;
  }
  return at;
}

function refuse(reason: 'unreadable' | 'too-large'): AppError {
  return new AppError({ code: 'environment-refused', reason });
}
