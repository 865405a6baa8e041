import type { Deflate } from './write-exr.ts';

/** A picture to be written as PNG with 16 bits a channel. */
export interface DeepPicture {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly hasAlpha: boolean;
  /** Fills a row with rgb or rgba, 0 to 1, encoded as sRGB and straight. Rows are asked for once, from the top. */
  readRow(y: number, row: Float32Array): void;
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const TRUECOLOUR = 2;
const TRUECOLOUR_ALPHA = 6;
/** Each byte as its difference from the one above it. */
const FILTER_UP = 2;
const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
  return crc;
});

/** A PNG of 16 bits a channel, marked as sRGB (PNG 3rd ed.). Same picture, same bytes, for the same `deflate`. */
export function writeDeepPng(picture: DeepPicture, deflate: Deflate): Uint8Array {
  const { widthPx, heightPx, hasAlpha } = picture;
  const row = new Float32Array(widthPx * (hasAlpha ? 4 : 3));
  const rowBytes = row.length * 2;
  const raw = new Uint8Array((rowBytes + 1) * heightPx);
  let above = new Uint8Array(rowBytes);
  let here = new Uint8Array(rowBytes);
  for (let y = 0; y < heightPx; y++) {
    picture.readRow(y, row);
    for (let i = 0; i < row.length; i++) {
      const value = Math.floor(65_535 * Math.min(1, Math.max(0, row[i] ?? 0)) + 0.5);
      here[i * 2] = value >> 8;
      here[i * 2 + 1] = value;
    }
    const start = y * (rowBytes + 1);
    raw[start] = FILTER_UP;
    for (let i = 0; i < rowBytes; i++) raw[start + 1 + i] = (here[i] ?? 0) - (above[i] ?? 0);
    [above, here] = [here, above];
  }
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, widthPx);
  header.setUint32(4, heightPx);
  header.setUint8(8, 16);
  header.setUint8(9, hasAlpha ? TRUECOLOUR_ALPHA : TRUECOLOUR);
  return join([
    Uint8Array.from(SIGNATURE),
    chunk('IHDR', new Uint8Array(header.buffer)),
    chunk('sRGB', Uint8Array.from([0])),
    chunk('IDAT', deflate(raw)),
    chunk('IEND', new Uint8Array(0)),
  ]);
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const out = new Uint8Array(data.byteLength + 12);
  const view = new DataView(out.buffer);
  view.setUint32(0, data.byteLength);
  for (let i = 0; i < 4; i++) out[4 + i] = type.charCodeAt(i);
  out.set(data, 8);
  let crc = 0xffffffff;
  for (let i = 4; i < data.byteLength + 8; i++)
    crc = (CRC_TABLE[(crc ^ (out[i] ?? 0)) & 255] ?? 0) ^ (crc >>> 8);
  view.setUint32(data.byteLength + 8, (crc ^ 0xffffffff) >>> 0);
  return out;
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.byteLength;
  }
  return out;
}
