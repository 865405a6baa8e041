import { MAX_MODEL_BYTES } from '../../../contract/constants.ts';
import { AppError } from '../../../contract/failure.ts';
import { unreadable } from '../../../tracer/gltf/gltf-values.ts';

/** What lies in a GLB's BIN chunk, in order. Files are kept by reference, nothing is copied. */
export interface BinaryChunk {
  readonly parts: readonly BlobPart[];
  readonly sizeBytes: number;
}

/** A BIN chunk under construction. */
export interface BinaryBuilder extends BinaryChunk {
  /**
   * Appends bytes at the next multiple of 4.
   *
   * @returns Where they begin.
   * @throws AppError `file-too-large` above {@link MAX_MODEL_BYTES}.
   */
  add(part: Blob | Uint8Array<ArrayBuffer>): number;
}

/** @param name For the failure. */
export function createBinaryBuilder(name: string): BinaryBuilder {
  const parts: BlobPart[] = [];
  let sizeBytes = 0;
  return {
    parts,
    get sizeBytes() {
      return sizeBytes;
    },
    add(part) {
      const start = sizeBytes;
      const length = part instanceof Blob ? part.size : part.byteLength;
      const padding = (4 - (length % 4)) % 4;
      sizeBytes += length + padding;
      if (sizeBytes > MAX_MODEL_BYTES) {
        throw new AppError({ code: 'file-too-large', name, sizeBytes, maxBytes: MAX_MODEL_BYTES });
      }
      parts.push(part);
      if (padding > 0) parts.push(new Uint8Array(padding));
      return start;
    },
  };
}

/**
 * Writes a GLB (glTF 2.0, 4.4).
 *
 * @throws AppError `model-unreadable` for a document nested too deep to be written.
 */
export function writeGlb(json: object, binary: BinaryChunk): Blob {
  const text = new TextEncoder().encode(stringify(json));
  const jsonBytes = Math.ceil(text.byteLength / 4) * 4;
  const hasBinary = binary.sizeBytes > 0;
  const length = 20 + jsonBytes + (hasBinary ? 8 + binary.sizeBytes : 0);
  const head = new Uint8Array(20 + jsonBytes).fill(0x20);
  const view = new DataView(head.buffer);
  for (const [at, value] of [0x46546c67, 2, length, jsonBytes, 0x4e4f534a].entries()) {
    view.setUint32(at * 4, value, true);
  }
  head.set(text, 20);
  const chunkHead = new Uint32Array([binary.sizeBytes, 0x004e4942]);
  return new Blob(hasBinary ? [head, chunkHead, ...binary.parts] : [head], { type: 'model/gltf-binary' });
}

function stringify(json: object): string {
  try {
    return JSON.stringify(json);
  } catch (cause) {
    throw unreadable('its JSON is nested too deep', 'tree-damaged', cause);
  }
}
