import { MAX_MODEL_BYTES } from '../../../contract/constants.ts';
import { AppError } from '../../../contract/failure.ts';
import { glbHead } from '../../../contract/files/glb-head.ts';
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
  return new Blob([headOf(json, binary), ...binary.parts], { type: 'model/gltf-binary' });
}

function headOf(json: object, { sizeBytes }: BinaryChunk): Uint8Array<ArrayBuffer> {
  try {
    return glbHead(json, sizeBytes);
  } catch (cause) {
    throw unreadable('its JSON is nested too deep', 'tree-damaged', cause);
  }
}
