/**
 * The bytes of a picture up to where its data end: what somebody hung on behind them is no part of it, and may be a
 * program or an archive. All of them where the end is not found; decoding tells then what is wrong.
 */
export function cutImage(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOfPng(view) ?? endOfWebp(view) ?? endOfJpeg(view) ?? bytes.byteLength;
  return end < bytes.byteLength ? bytes.slice(0, end) : bytes;
}

const PNG_HEAD = 0x89504e47;
const PNG_END = 0x49454e44;

/** Chunks of a length, a name, data and a sum, up to IEND (PNG 5.3). */
function endOfPng(view: DataView): number | null {
  if (view.byteLength < 8 || view.getUint32(0) !== PNG_HEAD) return null;
  for (let at = 8; at + 12 <= view.byteLength; ) {
    const next = at + 12 + view.getUint32(at);
    if (view.getUint32(at + 4) === PNG_END) return next;
    at = next;
  }
  return null;
}

/** RIFF says how long it is (RFC 9649, 2.3). */
function endOfWebp(view: DataView): number | null {
  if (view.byteLength < 12 || view.getUint32(0) !== 0x52494646 || view.getUint32(8) !== 0x57454250)
    return null;
  const length = view.getUint32(4, true);
  return 8 + length + (length % 2);
}

/** Segments of a marker and a length; after a scan's, coded data up to the next marker (ITU T.81, B.1). */
function endOfJpeg(view: DataView): number | null {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return null;
  for (let at = 2; at + 2 <= view.byteLength; ) {
    const marker = view.getUint8(at + 1);
    if (view.getUint8(at) !== 0xff || marker === 0 || marker === 0xff || isRestart(marker)) at += 1;
    else if (marker === 0xd9) return at + 2;
    else if (at + 4 > view.byteLength) return null;
    else at += 2 + view.getUint16(at + 2);
  }
  return null;
}

function isRestart(marker: number): boolean {
  return marker >= 0xd0 && marker <= 0xd7;
}
