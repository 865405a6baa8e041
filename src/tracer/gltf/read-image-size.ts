export interface ImageSize {
  readonly format: 'png' | 'jpeg' | 'webp' | 'ktx2' | 'avif';
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
  if (isAvif(view)) return readAvifSize(view);
  return view.getUint16(0) === 0xffd8 ? readJpegSize(view) : null;
}

/** A file as far as it is looked into here: a `Blob`. */
interface SlicedFile {
  readonly size: number;
  slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

/** Enough for all but JPEG: its size stands behind all that programs wrote before it. */
const HEAD_BYTES = 256 * 1024;
/** More than any program writes before the picture of a JPEG. */
const LONG_HEAD_BYTES = 64 * 1024 ** 2;

/** As {@link readImageSize}, of a file. A profile for print has 0.5 MB, and Photoshop's notes have more. */
export async function readFileImageSize(file: SlicedFile): Promise<ImageSize | null> {
  const read = async (end: number) => new Uint8Array(await file.slice(0, end).arrayBuffer());
  const head = await read(HEAD_BYTES);
  const size = readImageSize(head);
  const isLong = head[0] === 0xff && head[1] === 0xd8 && file.size > HEAD_BYTES;
  return size === null && isLong ? readImageSize(await read(LONG_HEAD_BYTES)) : size;
}

/** Boxes of an AVIF file (ISO 14496-12, 23008-12) by their four letters. */
const [FTYP, AVIF, AVIS] = [0x66747970, 0x61766966, 0x61766973];
const [META, IPRP, IPCO, ISPE] = [0x6d657461, 0x69707270, 0x6970636f, 0x69737065];

/** Whether it says so, first or among all that it says of itself: HEIC and others have the same boxes. */
function isAvif(view: DataView): boolean {
  if (view.getUint32(4) !== FTYP) return false;
  const end = Math.min(view.getUint32(0), view.byteLength);
  for (let at = 8; at + 4 <= end; at += 4) {
    const brand = view.getUint32(at);
    if (brand === AVIF || brand === AVIS) return true;
  }
  return false;
}

/** The largest of the sizes that its items say they have: a tile of a grid says its own. */
function readAvifSize(view: DataView): ImageSize | null {
  let [widthPx, heightPx] = [0, 0];
  const walk = (start: number, end: number): void => {
    for (let at = start; at + 8 <= end; ) {
      const [bytes, kind] = [view.getUint32(at), view.getUint32(at + 4)];
      if (bytes < 8) return;
      const next = Math.min(end, at + bytes);
      if (kind === META) walk(at + 12, next);
      else if (kind === IPRP || kind === IPCO) walk(at + 8, next);
      else if (kind === ISPE && at + 20 <= next) {
        const size = [view.getUint32(at + 12), view.getUint32(at + 16)] as const;
        if (size[0] * size[1] > widthPx * heightPx) [widthPx, heightPx] = size;
      }
      at += bytes;
    }
  };
  walk(0, view.byteLength);
  return widthPx === 0 ? null : { format: 'avif', widthPx, heightPx };
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

/** Whether a file is a JPEG of four inks (CMYK, or YCCK), which no decoder of Studio reads. */
export function isCmykJpeg(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 30 || view.getUint16(0) !== 0xffd8) return false;
  const frame = findJpegFrame(view);
  return frame !== null && view.getUint8(frame + 9) === 4;
}

function readJpegSize(view: DataView): ImageSize | null {
  const at = findJpegFrame(view);
  if (at === null) return null;
  return { format: 'jpeg', widthPx: view.getUint16(at + 7), heightPx: view.getUint16(at + 5) };
}

/** Walks the segments up to the frame header, SOF0 to SOF15 without DHT, JPG and DAC. @returns Where it begins, null without one. */
function findJpegFrame(view: DataView): number | null {
  for (let at = 2; at + 9 < view.byteLength; ) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at++;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return at;
    at += 2 + view.getUint16(at + 2);
  }
  return null;
}
