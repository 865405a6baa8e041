import { deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** A PNG of one colour, written chunk by chunk: 256 megapixels take 250 KB and no memory. */
export function writeFlatPng(widthPx: number, heightPx: number): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(widthPx, 0);
  header.writeUInt32BE(heightPx, 4);
  header.set([8, 0, 0, 0, 0], 8);
  // Each row: a filter byte and one grey byte a pixel.
  const rows = deflateSync(Buffer.alloc((widthPx + 1) * heightPx), { level: 9 });
  const chunks = [chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'), ...chunks]);
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
