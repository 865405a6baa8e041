import { once } from 'node:events';
import { crc32, createDeflate, deflateSync } from 'node:zlib';
import { STAGE_PICTURE_MAX_PX } from '../../../contract/constants.ts';
import { colourProfile } from '../../../contract/files/colour-profile.ts';
import type { PictureSpace } from '../../../contract/files/picture-colour.ts';
import { boundSize, type FinishedPicture } from '../../../tracer/picture.ts';
import { createSrgbTables } from '../../../tracer/post/srgb-tables.ts';

/** A finished picture as it is kept, and one that can be looked at in its place. */
export interface EncodedPicture {
  /** Lossless PNG without alpha, 8 bits a channel. */
  readonly png: Uint8Array;
  /** The picture itself, or a smaller one where a side is longer than {@link STAGE_PICTURE_MAX_PX}. */
  readonly small: FinishedPicture;
}

/** The chunks that tell what the numbers of a picture mean. */
const COLOUR_CHUNKS: Readonly<Record<PictureSpace, () => Uint8Array[]>> = {
  srgb: () => chunk('sRGB', Uint8Array.of(0)),
  'display-p3': () => {
    const profile = deflateSync(colourProfile('display-p3'));
    return chunk('iCCP', Buffer.concat([Buffer.from('display-p3\0\0', 'latin1'), profile]));
  },
};

const SIGNATURE = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const TRUECOLOUR = 2;
/** Each byte as its difference from the one above it. */
const FILTER_UP = 2;
/** Of 9: 6 takes four times as long for 5 % less. */
const LEVEL = 4;
/** Rows are packed so many bytes at a time: what is held of a picture beside its pixels and its file. */
const PIECE_BYTES = 4 * 1024 ** 2;

/**
 * Encodes a picture in the thread that made it, piece by piece: a large one takes a quarter of a gigabyte, which is copied
 * nowhere. Equal pictures give equal bytes.
 */
export async function encodePicture(picture: FinishedPicture): Promise<EncodedPicture> {
  return { png: await encodePng(picture), small: shrinkFinished(picture, STAGE_PICTURE_MAX_PX) };
}

/** A picture whose numbers are of the colour space that its file says, with a profile where that is not sRGB. */
export async function encodePng(picture: FinishedPicture, space: PictureSpace = 'srgb'): Promise<Uint8Array> {
  const { widthPx, heightPx } = picture;
  const deflate = createDeflate({ level: LEVEL, chunkSize: 1024 ** 2 });
  const packed: Uint8Array[] = [];
  deflate.on('data', (piece: Uint8Array) => packed.push(piece));
  const ended = once(deflate, 'end');
  const rows = Math.max(1, Math.floor(PIECE_BYTES / (widthPx * 3 + 1)));
  for (let top = 0; top < heightPx; top += rows) {
    const piece = filterRows(picture, top, Math.min(heightPx, top + rows));
    await new Promise<void>((resolve, reject) => {
      deflate.write(piece, (error) => (error ? reject(error) : resolve()));
    });
  }
  deflate.end();
  await ended;
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, widthPx);
  header.setUint32(4, heightPx);
  header.setUint8(8, 8);
  header.setUint8(9, TRUECOLOUR);
  return join([
    SIGNATURE,
    ...chunk('IHDR', new Uint8Array(header.buffer)),
    ...COLOUR_CHUNKS[space](),
    ...packed.flatMap((data) => chunk('IDAT', data)),
    ...chunk('IEND', new Uint8Array(0)),
  ]);
}

/** Rows as a PNG packs them, each with its filter before it. */
function filterRows({ rgba, widthPx }: FinishedPicture, top: number, end: number): Uint8Array {
  const piece = new Uint8Array((end - top) * (widthPx * 3 + 1));
  let to = 0;
  for (let y = top; y < end; y++) {
    piece[to++] = FILTER_UP;
    let from = y * widthPx * 4;
    const above = y === 0 ? null : widthPx * 4;
    for (let x = 0; x < widthPx; x++, from += 4) {
      for (let k = 0; k < 3; k++) {
        piece[to++] = (rgba[from + k] ?? 0) - (above === null ? 0 : (rgba[from + k - above] ?? 0));
      }
    }
  }
  return piece;
}

function chunk(type: string, data: Uint8Array): Uint8Array[] {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.byteLength);
  head.write(type, 4, 'latin1');
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(data, crc32(head.subarray(4))));
  return [head, data, sum];
}

/** On a buffer of its own, that can be handed over. */
function join(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.byteLength;
  }
  return all;
}

/** Whole squares of pixels become one, in linear light. The picture itself where it is small already. */
function shrinkFinished(picture: FinishedPicture, maxPx: number): FinishedPicture {
  const size = boundSize(picture, maxPx);
  const { widthPx, heightPx } = size;
  if (Math.max(picture.widthPx, picture.heightPx) <= maxPx) return { ...size, rgba: picture.rgba };
  const { decode, encode } = createSrgbTables();
  const rgba = new Uint8Array(widthPx * heightPx * 4).fill(255);
  const step = Math.ceil(Math.max(picture.widthPx, picture.heightPx) / maxPx);
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const right = Math.min(picture.widthPx, (x + 1) * step);
      const bottom = Math.min(picture.heightPx, (y + 1) * step);
      for (let k = 0; k < 3; k++) {
        let sum = 0;
        for (let sy = y * step; sy < bottom; sy++) {
          for (let sx = x * step; sx < right; sx++) {
            sum += decode[picture.rgba[(sy * picture.widthPx + sx) * 4 + k] ?? 0] ?? 0;
          }
        }
        const count = (right - x * step) * (bottom - y * step);
        rgba[(y * widthPx + x) * 4 + k] = Math.round(encode(sum / count));
      }
    }
  }
  return { widthPx, heightPx, rgba };
}
