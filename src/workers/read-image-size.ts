/**
 * Width and height from the first bytes of a PNG, JPEG or WebP file, without decoding it: a small file can hold an
 * image of any size.
 *
 * @returns Null for other formats and damaged headers.
 */
export function readImageSize(bytes: Uint8Array): { widthPx: number; heightPx: number } | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.byteLength < 30) return null;
  if (view.getUint32(0) === 0x89504e47) return { widthPx: view.getUint32(16), heightPx: view.getUint32(20) };
  if (view.getUint16(0) === 0xffd8) return readJpegSize(view);
  if (view.getUint32(0) === 0x52494646 && view.getUint32(8) === 0x57454250) return readWebpSize(view);
  return null;
}

function readJpegSize(view: DataView): { widthPx: number; heightPx: number } | null {
  let offset = 2;
  while (offset + 9 < view.byteLength) {
    if (view.getUint8(offset) !== 0xff) return null;
    const marker = view.getUint8(offset + 1);
    // Start of frame, in all its forms; c4, c8 and cc are tables.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { widthPx: view.getUint16(offset + 7), heightPx: view.getUint16(offset + 5) };
    }
    offset += 2 + Math.max(2, view.getUint16(offset + 2));
  }
  return null;
}

function readWebpSize(view: DataView): { widthPx: number; heightPx: number } | null {
  const format = view.getUint32(12);
  const uint24 = (offset: number): number =>
    view.getUint16(offset, true) + view.getUint8(offset + 2) * 65_536;
  if (format === 0x56503858) return { widthPx: uint24(24) + 1, heightPx: uint24(27) + 1 };
  if (format === 0x56503820) {
    return { widthPx: view.getUint16(26, true) & 0x3fff, heightPx: view.getUint16(28, true) & 0x3fff };
  }
  if (format !== 0x5650384c) return null;
  const packed = view.getUint32(21, true);
  return { widthPx: (packed & 0x3fff) + 1, heightPx: ((packed >>> 14) & 0x3fff) + 1 };
}
