import { createHash } from 'node:crypto';

/** A model that is large because of bytes that nothing in it uses; they are made again wherever it is dropped. */
export interface LargeModel {
  /** SHA-256 of all of it, hexadecimal. */
  readonly hash: string;
  readonly sizeBytes: number;
  /** What stands before the bytes that {@link fillWithNoise} makes. */
  readonly head: Uint8Array;
}

/** @param glb With a binary chunk as its last. @param sizeBytes Of the whole file, a multiple of four. */
export function makeLargeModel(glb: Uint8Array, sizeBytes: number): LargeModel {
  const head = glb.slice();
  const view = new DataView(head.buffer);
  const jsonLength = view.getUint32(12, true);
  view.setUint32(8, sizeBytes, true);
  view.setUint32(20 + jsonLength, sizeBytes - (28 + jsonLength), true);
  const whole = new Uint8Array(sizeBytes);
  whole.set(head);
  fillWithNoise(whole, head.length);
  return { hash: createHash('sha256').update(whole).digest('hex'), sizeBytes, head };
}

/** Bytes that no two places have alike, from `from` to the end. It runs in a page, too: it knows nothing around it. */
export function fillWithNoise(bytes: Uint8Array, from: number): void {
  for (let at = from; at < bytes.length; at += 1)
    bytes[at] = (Math.imul(at, 2_654_435_761) ^ (at >>> 7)) >>> 13;
}
