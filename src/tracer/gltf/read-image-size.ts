export interface ImageSize {
  readonly format: 'png' | 'jpeg' | 'webp' | 'ktx2';
  readonly widthPx: number;
  readonly heightPx: number;
}

/**
 * Reads format and size from an image file's header, so that a small file cannot ask a decoder for gigabytes.
 *
 * @returns null for other formats and for headers that are cut short.
 */
export function readImageSize(bytes: Uint8Array): ImageSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 30) return null;
  if (view.getUint32(0) === 0x89504e47 && view.getUint32(12) === 0x49484452) {
    return { format: 'png', widthPx: view.getUint32(16), heightPx: view.getUint32(20) };
  }
  if (view.getUint32(0) === 0xab4b5458 && view.getUint32(4) === 0x203230bb) {
    return { format: 'ktx2', widthPx: view.getUint32(20, true), heightPx: view.getUint32(24, true) };
  }
  if (view.getUint32(0) === 0x52494646 && view.getUint32(8) === 0x57454250) return readWebpSize(view);
  return view.getUint16(0) === 0xffd8 ? readJpegSize(view) : null;
}

function readWebpSize(view: DataView): ImageSize | null {
  const format = 'webp';
  const kind = view.getUint32(12);
  if (kind === 0x56503820) {
    return {
      format,
      widthPx: view.getUint16(26, true) & 0x3fff,
      heightPx: view.getUint16(28, true) & 0x3fff,
    };
  }
  if (kind === 0x5650384c) {
    const bits = view.getUint32(21, true);
    return { format, widthPx: (bits & 0x3fff) + 1, heightPx: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (kind !== 0x56503858) return null;
  const read24 = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
  return { format, widthPx: read24(24) + 1, heightPx: read24(27) + 1 };
}

/** Walks the segments up to the frame header, SOF0 to SOF15 without DHT, JPG and DAC. */
function readJpegSize(view: DataView): ImageSize | null {
  for (let at = 2; at + 9 < view.byteLength; ) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at++;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { format: 'jpeg', widthPx: view.getUint16(at + 7), heightPx: view.getUint16(at + 5) };
    at += 2 + view.getUint16(at + 2);
  }
  return null;
}
