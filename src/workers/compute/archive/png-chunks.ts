/** Where a chunk of a PNG lies: `start` is its length field, `data` its bytes, `end` the next chunk (PNG 3rd ed., 5.3). */
export interface PngChunk {
  readonly type: string;
  readonly start: number;
  readonly data: Uint8Array<ArrayBuffer>;
  readonly end: number;
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

export function isPng(bytes: Uint8Array): boolean {
  return SIGNATURE.every((value, index) => bytes[index] === value);
}

/** The chunks of a PNG in turn; ends at the first that is cut off. */
export function* listChunks(bytes: Uint8Array<ArrayBuffer>): Generator<PngChunk> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let start = SIGNATURE.length; start + 12 <= bytes.byteLength; ) {
    const length = view.getUint32(start);
    const end = start + 12 + length;
    if (end > bytes.byteLength) return;
    const type = String.fromCharCode(...bytes.subarray(start + 4, start + 8));
    yield { type, start, data: bytes.subarray(start + 8, end - 4), end };
    start = end;
  }
}
