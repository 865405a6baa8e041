import { FloatType, RGBAFormat } from 'three';
import { EXRLoader } from 'three/addons/loaders/EXRLoader.js';
import { ENVIRONMENT_FILE_MAX } from '../../../contract/constants.ts';
import { AppError } from '../../../contract/failure.ts';
import type { LinearPicture } from '../../../tracer/picture.ts';
import { convertPrimaries } from './convert-primaries.ts';

const MAGIC = 20_000_630;
const IS_DEEP = 0x800;
const IS_MULTI_PART = 0x1000;
/** Bounds of what a header may say before three.js reads it: it takes every number as it comes. */
const LIMITS = { headerBytes: 1024 ** 2, parts: 16, attributes: 1_000, channels: 128, tilePx: 8_192 };

/** Channels that three.js reads, all as the last of them says that it is. */
const COLOURS: readonly string[] = ['R', 'G', 'B', 'A', 'Y', 'RY', 'BY'];
/** Whole numbers, which three.js counts as no bytes. */
const WHOLE_NUMBERS = 0;

/**
 * Reads an OpenEXR picture as three.js does: scan lines or tiles, half or float, uncompressed or by RLE, ZIP, PIZ, PXR24,
 * B44 or DWA. Of several parts the first. Pixels lie where its display window has them, and what it has none of is dark. Light in other primaries than Rec. 709, ACES for one, is converted.
 *
 * @throws AppError `environment-refused`: `unreadable`, also for what ends too early; `too-large` before anything is set
 *   aside for its pixels.
 */
export function readExr(bytes: Uint8Array<ArrayBuffer>): LinearPicture {
  const { chromaticities, data: stored, display } = checkHeaders(bytes);
  try {
    const loader = new EXRLoader();
    loader.type = FloatType;
    loader.outputFormat = RGBAFormat;
    const { data, width, height } = loader.parse(bytes.buffer as ArrayBuffer) as {
      data: Float32Array;
      width: number;
      height: number;
    };
    if (data.length < width * height * 4) throw new Error('short');
    const rgb = new Float32Array(width * height * 3);
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        // Row 0 of the loader is the lowest.
        const from = ((height - 1 - y) * width + x) * 4;
        rgb.set(data.subarray(from, from + 3), (y * width + x) * 3);
      }
    }
    const picture = layInto(display ?? stored, { widthPx: width, heightPx: height, rgb }, stored);
    if (chromaticities !== null) convertPrimaries(picture, chromaticities);
    return picture;
  } catch (cause) {
    throw new AppError({ code: 'environment-refused', reason: 'unreadable' }, { cause });
  }
}

/** The picture as large as the window that it is to be seen in, which may be more than there are pixels of, and less. */
function layInto(frame: Box | null, picture: LinearPicture, stored: Box | null): LinearPicture {
  if (frame === null || stored === null || frame.every((side, at) => side === stored[at])) return picture;
  const [widthPx, heightPx] = [frame[2] - frame[0] + 1, frame[3] - frame[1] + 1];
  const [left, top] = [stored[0] - frame[0], stored[1] - frame[1]];
  const [from, to] = [Math.max(0, left), Math.min(widthPx, left + picture.widthPx)];
  const rgb = new Float32Array(widthPx * heightPx * 3);
  for (let y = Math.max(0, top); y < Math.min(heightPx, top + picture.heightPx) && from < to; y++) {
    const row = (y - top) * picture.widthPx;
    rgb.set(picture.rgb.subarray((row + from - left) * 3, (row + to - left) * 3), (y * widthPx + from) * 3);
  }
  return { widthPx, heightPx, rgb };
}

/** Walks all headers: what they say of sizes must be within bounds, and every text in them must end. */
function checkHeaders(bytes: Uint8Array<ArrayBuffer>): FirstPart {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const reader: Reader = { view, at: 0, chromaticities: null, data: null, display: null };
  try {
    if (int(reader) !== MAGIC) throw refuse('unreadable');
    const version = int(reader);
    if ((version & 0xff) !== 2 || (version & IS_DEEP) !== 0) throw refuse('unreadable');
    const isMultiPart = (version & IS_MULTI_PART) !== 0;
    for (let part = 0; part < LIMITS.parts; part++) {
      const hasMore = checkHeader(reader, part === 0);
      if (!hasMore || !isMultiPart) return reader;
    }
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError({ code: 'environment-refused', reason: 'unreadable' }, { cause });
  }
  throw refuse('unreadable');
}

/** First and last column and row: left, top, right, bottom. */
type Box = readonly [number, number, number, number];

/** What the first header says. */
interface FirstPart {
  /** Null where it has none, which means Rec. 709. */
  readonly chromaticities: readonly number[] | null;
  /** Where its pixels are, and what is to be seen. */
  readonly data: Box | null;
  readonly display: Box | null;
}

interface Reader extends FirstPart {
  readonly view: DataView;
  at: number;
  chromaticities: readonly number[] | null;
  data: Box | null;
  display: Box | null;
}

/** @returns False for the empty header that ends several. @throws RangeError beyond the file's end. */
function checkHeader(reader: Reader, isFirst: boolean): boolean {
  let [hasChannels, hasWindow, hasCompression] = [false, false, false];
  for (let count = 0; count < LIMITS.attributes; count++) {
    const name = textOf(reader);
    if (name === '') {
      if (count === 0) return false;
      if (!hasChannels || !hasWindow || !hasCompression) throw refuse('unreadable');
      return true;
    }
    const type = textOf(reader);
    const size = int(reader);
    const end = reader.at + size;
    if (size < 0 || end > Math.min(reader.view.byteLength, LIMITS.headerBytes)) throw refuse('unreadable');
    if (type === 'box2i') {
      const [x0, y0, x1, y1] = [int(reader), int(reader), int(reader), int(reader)];
      const [widthPx, heightPx] = [x1 - x0 + 1, y1 - y0 + 1];
      if (!(widthPx > 0 && heightPx > 0)) throw refuse('unreadable');
      if (widthPx * heightPx > ENVIRONMENT_FILE_MAX.pixels) throw refuse('too-large');
      hasWindow ||= name === 'dataWindow';
      if (isFirst && name === 'dataWindow') reader.data = [x0, y0, x1, y1];
      if (isFirst && name === 'displayWindow') reader.display = [x0, y0, x1, y1];
    } else if (type === 'chlist') {
      checkChannels(reader, end, isFirst);
      hasChannels ||= name === 'channels';
    } else if (type === 'tiledesc') {
      const tile = [reader.view.getUint32(reader.at, true), reader.view.getUint32(reader.at + 4, true)];
      if (tile.some((px) => px < 1 || px > LIMITS.tilePx)) throw refuse('unreadable');
    } else if (type === 'chromaticities' && isFirst) {
      const { view, at } = reader;
      reader.chromaticities = Array.from({ length: 8 }, (_, k) => view.getFloat32(at + k * 4, true));
    } else if (name === 'compression') hasCompression = true;
    reader.at = end;
  }
  throw refuse('unreadable');
}

function checkChannels(reader: Reader, end: number, isFirst: boolean): void {
  let kindOfColours: number | null = null;
  for (let count = 0; count <= LIMITS.channels; count++) {
    const name = textOf(reader);
    if (name === '') {
      if (reader.at !== end || count === 0) throw refuse('unreadable');
      return;
    }
    const kind = int(reader);
    reader.at += 4;
    const [across, down] = [int(reader), int(reader)];
    if (kind < 0 || kind > 2 || across !== 1 || down !== 1 || reader.at > end) throw refuse('unreadable');
    if (!isFirst) continue;
    if (COLOURS.includes(name)) kindOfColours ??= kind;
    const isOdd = COLOURS.includes(name) && kind !== kindOfColours;
    if (isOdd || kind === WHOLE_NUMBERS) throw refuse('unreadable');
  }
  throw refuse('unreadable');
}

function int(reader: Reader): number {
  reader.at += 4;
  return reader.view.getInt32(reader.at - 4, true);
}

/** Up to the next zero; at most the 255 characters that the format allows. */
function textOf(reader: Reader): string {
  let text = '';
  for (let length = 0; length <= 255; length++) {
    const code = reader.view.getUint8(reader.at++);
    if (code === 0) return text;
    text += String.fromCharCode(code);
  }
  throw refuse('unreadable');
}

function refuse(reason: 'unreadable' | 'too-large'): AppError {
  return new AppError({ code: 'environment-refused', reason });
}
