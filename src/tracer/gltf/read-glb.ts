import { AppError } from '../../contract/failure.ts';
import { checkGltf } from './check-gltf.ts';
import type { GltfJson } from './gltf-json.ts';
import { unreadable } from './gltf-values.ts';
import { mendDocument, mendRotations } from './mend-document.ts';

/** A GLB taken apart. `binary` is a view into the file's bytes, null when the file has no BIN chunk. */
export interface GlbContents {
  readonly json: GltfJson;
  readonly binary: Uint8Array | null;
  /** Nodes whose rotation was taken out, see `mendRotations`. */
  readonly mendedNodes: readonly number[];
}

const MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;

/**
 * Opens a GLB container and checks everything a reader would otherwise trust: header, chunk bounds, JSON, version,
 * node tree, and every index, accessor and buffer view (see {@link checkGltf}). Allocates nothing in proportion to
 * numbers in the file.
 *
 * @param bytes A whole GLB file; not changed, and `binary` of the answer looks into it.
 * @throws AppError `file-empty`, `model-unreadable`, or `model-too-complex`.
 */
export function readGlb(bytes: Uint8Array): GlbContents {
  if (bytes.byteLength === 0) throw new AppError({ code: 'file-empty', name: 'model.glb' });
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = readGlbLength(view, bytes.byteLength);

  let json: GltfJson | null = null;
  let binary: Uint8Array | null = null;
  for (let offset = 12; offset < length; ) {
    if (offset + 8 > length) throw unreadable('a chunk header is cut short', 'cut-short');
    const chunkLength = view.getUint32(offset, true);
    const chunkType = view.getUint32(offset + 4, true);
    if (chunkLength > length - offset - 8) throw unreadable('a chunk is longer than the file', 'cut-short');
    const chunk = bytes.subarray(offset + 8, offset + 8 + chunkLength);
    if (json === null && chunkType !== JSON_CHUNK)
      throw unreadable('the first chunk is not JSON', 'json-damaged');
    if (json === null) json = parseGltf(chunk);
    else if (chunkType === BINARY_CHUNK && binary === null) binary = chunk;
    // Chunks are padded to 4 bytes; some writers leave the padding out of the length.
    offset += 8 + chunkLength + ((4 - (chunkLength % 4)) % 4);
  }
  if (json === null) throw unreadable('the file has no JSON chunk', 'json-damaged');
  checkGltf(json, binary?.byteLength ?? 0);
  return { json, binary, mendedNodes: mendRotations(json) };
}

/**
 * Reads the header that a GLB begins with.
 *
 * @param head 12 bytes or more, as far as the file has them.
 * @param sizeBytes Of the whole file.
 * @returns Bytes of the container; what follows it in the file is none of it.
 * @throws AppError `model-unreadable`.
 */
export function readGlbLength(head: DataView, sizeBytes: number): number {
  if (!isGlb(head)) throw unreadable('not a GLB file', 'other-file');
  if (head.byteLength < 8) throw unreadable('the file is cut short', 'cut-short');
  const version = head.getUint32(4, true);
  if (version !== 2) throw unreadable(`GLB version ${version}, only 2 can be read`, 'other-version');
  const length = head.byteLength < 12 ? Number.POSITIVE_INFINITY : head.getUint32(8, true);
  if (length > sizeBytes) throw unreadable('the file is cut short', 'cut-short');
  return length;
}

/** True for bytes that begin as a GLB does. */
export function isGlb(head: DataView): boolean {
  return head.byteLength >= 4 && head.getUint32(0, true) === MAGIC;
}

/**
 * Parses a glTF document in UTF-8, with or without a byte order mark; only its version is checked. It is mended as
 * `mendDocument` does.
 *
 * @throws AppError `model-unreadable`.
 */
export function parseGltf(chunk: Uint8Array): GltfJson {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder().decode(chunk));
  } catch (cause) {
    throw unreadable('its JSON does not parse', 'json-damaged', cause);
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw unreadable('the JSON is not an object', 'json-damaged');
  const { asset } = json as { asset?: { version?: unknown } };
  const version = String(asset?.version).slice(0, 16);
  if (asset === undefined || !/^2(\.\d+)?$/.test(version))
    throw unreadable(`glTF version ${version}, only 2.x can be read`, 'other-version');
  // Some programs write it as a number, of which JSON has no 2.0.
  asset.version = version.includes('.') ? version : '2.0';
  mendDocument(json);
  return json as GltfJson;
}
