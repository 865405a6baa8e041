import { crc32 } from 'node:zlib';

/** Puts texts into a PNG as ComfyUI does: one tEXt chunk each, after the header. */
export function addPngTexts(png: Uint8Array, texts: Record<string, string>): Uint8Array {
  const header = 8 + 25;
  const chunks = Object.entries(texts).map(([key, text]) => {
    // Latin-1 in tEXt; ASCII is all that JSON of Python writes.
    const ascii = text.replace(
      /[\u007f-\uffff]/g,
      (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
    const body = Buffer.from(`tEXt${key}\0${ascii}`, 'latin1');
    const chunk = Buffer.alloc(body.length + 8);
    chunk.writeUInt32BE(body.length - 4, 0);
    chunk.set(body, 4);
    chunk.writeUInt32BE(crc32(body), body.length + 4);
    return chunk;
  });
  return Buffer.concat([png.subarray(0, header), ...chunks, png.subarray(header)]);
}
