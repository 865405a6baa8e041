import { constants, deflateRawSync } from 'node:zlib';
import sharp from 'sharp';

/** A PNG of one colour, written chunk by chunk: 256 megapixels take 250 KB and no memory. */
export function writeFlatPng(widthPx: number, heightPx: number): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(widthPx, 0);
  header.writeUInt32BE(heightPx, 4);
  header.set([8, 0, 0, 0, 0], 8);
  // Each row: a filter byte and one grey byte a pixel.
  const rows = deflateZeros((widthPx + 1) * heightPx);
  const chunks = [chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'), ...chunks]);
}

/** As many zeros as are compressed at once. */
const BLOCK_BYTES = 2 ** 20;
/** The largest prime below 2^16, which the check sum of zlib counts by (RFC 1950, 8.2). */
const ADLER_PRIME = 65_521;

/** A zlib stream of nothing but zeros: one block of them is compressed, and stands there as often as it takes. */
function deflateZeros(count: number): Buffer {
  // Flushed in full, a block ends at a byte and knows nothing of the one before.
  const block = (sizeBytes: number) =>
    deflateRawSync(Buffer.alloc(sizeBytes), { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const whole = block(BLOCK_BYTES);
  const blocks = Array.from({ length: Math.floor(count / BLOCK_BYTES) }, () => whole);
  const lastBlock = Buffer.from([0x03, 0x00]);
  const checkSum = Buffer.alloc(4);
  checkSum.writeUInt32BE((count % ADLER_PRIME) * 65_536 + 1);
  return Buffer.concat([
    Buffer.from([0x78, 0xda]),
    ...blocks,
    block(count % BLOCK_BYTES),
    lastBlock,
    checkSum,
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  whole.set(body, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/** A flat picture in a file format. */
export function flatPicture(
  colour: string,
  format: 'png' | 'jpeg' | 'webp' | 'gif' | 'tiff' = 'png',
  widthPx = 16,
  heightPx = widthPx,
): Promise<Buffer> {
  return sharp({ create: { width: widthPx, height: heightPx, channels: 3, background: colour } })
    .toFormat(format)
    .toBuffer();
}
