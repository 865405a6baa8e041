import { type JsonObject, objectOf } from '../../../tracer/gltf/gltf-content.ts';
import { tooComplex, unreadable } from '../../../tracer/gltf/gltf-values.ts';
import { isGlb, parseGltf, readGlbLength } from '../../../tracer/gltf/read-glb.ts';

/** Above what any exporter writes; a text of 512 MB is more than a browser can hold in one string. */
const MAX_JSON_BYTES = 256 * 1024 ** 2;

/** A glTF document with the BIN chunk it came with. */
export interface GltfDocument {
  readonly json: JsonObject;
  readonly binary: Blob | null;
  readonly isGlb: boolean;
}

/**
 * Reads the document of a GLB or a glTF file, whatever its name says, without reading a GLB's geometry.
 *
 * @throws AppError `model-unreadable`, `model-too-complex`.
 */
export async function readDocument(file: Blob): Promise<GltfDocument> {
  const head = new DataView(await file.slice(0, 20).arrayBuffer());
  if (!isGlb(head)) {
    if (!/^\s*[{[]/.test(await file.slice(0, 64).text())) throw unreadable('not a glTF file', 'other-file');
    return { json: await readJson(file), binary: null, isGlb: false };
  }
  readGlbLength(head, file.size);
  if (head.byteLength < 20) throw unreadable('a chunk header is cut short', 'cut-short');
  const end = 20 + head.getUint32(12, true);
  const json = await readJson(file.slice(20, end));
  const start = end + ((4 - (end % 4)) % 4);
  const chunk = new DataView(await file.slice(start, start + 8).arrayBuffer());
  const length = chunk.byteLength === 8 ? chunk.getUint32(0, true) : 0;
  const binary = length === 0 ? null : file.slice(start + 8, start + 8 + length);
  return { json, binary, isGlb: true };
}

async function readJson(file: Blob): Promise<JsonObject> {
  if (file.size > MAX_JSON_BYTES) {
    throw tooComplex('description', `${file.size} bytes of JSON`);
  }
  return objectOf(parseGltf(new Uint8Array(await file.arrayBuffer())));
}
