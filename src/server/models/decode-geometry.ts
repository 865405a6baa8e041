import type { GltfJson } from '../../tracer/gltf/gltf-json.ts';
import { asRecord, tooComplex, unreadable } from '../../tracer/gltf/gltf-values.ts';

/** Reads a range of the file's BIN chunk. */
export type ReadBinary = (start: number, length: number) => Promise<Uint8Array>;

const DRACO = 'KHR_draco_mesh_compression';
const MESHOPT = ['EXT_meshopt_compression', 'KHR_meshopt_compression'] as const;
/** What one compressed view may unpack to: 20 million triangles have 240 MB of indices. */
const MAX_UNPACKED_BYTES = 512 * 1024 ** 2;
/** What all of them may unpack to: 20 million triangles with their corners have 0.6 GB. */
const MAX_UNPACKED_SUM_BYTES = 1024 ** 3;
/** What one compressed view may have: it is in memory as a whole, beside what it unpacks to. */
const MAX_PACKED_BYTES = 256 * 1024 ** 2;
/** Of a Draco mesh at least: a triangle's indices, and a corner's position. */
const [TRIANGLE_BYTES, CORNER_BYTES] = [12, 12];

/** Counts what was unpacked. @throws AppError `model-too-complex` for more than a model may have in all. */
type CountBytes = (bytes: number) => void;

/**
 * Unpacks everything of a model that is compressed and lets go of it again, so that no model is taken that a stage
 * cannot show. What is not compressed was checked by its numbers.
 *
 * @param json Checked by `checkGltf`.
 * @param maxSumBytes What all of it may unpack to.
 * @throws AppError `model-unreadable` for data that a decoder refuses, `model-too-complex` for more than it may be.
 */
export async function decodeGeometry(
  json: GltfJson,
  read: ReadBinary,
  maxSumBytes = MAX_UNPACKED_SUM_BYTES,
): Promise<void> {
  let sum = 0;
  const unpacked: CountBytes = (bytes) => {
    sum += bytes;
    if (sum > maxSumBytes) throw tooComplex('elements', `it unpacks to ${sum} bytes and more`);
  };
  const readPacked: ReadBinary = (start, length) => {
    if (length > MAX_PACKED_BYTES) throw tooComplex('elements', `${length} bytes of compressed data in one`);
    return read(start, length);
  };
  await decodeMeshopt(json, readPacked, unpacked);
  await decodeDraco(json, readPacked, unpacked);
}

async function decodeMeshopt(json: GltfJson, read: ReadBinary, unpacked: CountBytes): Promise<void> {
  const views = listMeshopt(json);
  for (const { what, elements, stride } of views) {
    const bytes = elements * stride;
    if (bytes > MAX_UNPACKED_BYTES) throw tooComplex('elements', `${what} unpacks to ${bytes} bytes`);
    unpacked(bytes);
  }
  for (const { what, elements, stride, packed } of views) {
    const { byteLength, byteOffset, mode, filter } = packed;
    const source = await read(Number(byteOffset ?? 0), Number(byteLength));
    const { MeshoptDecoder } = await import('meshoptimizer');
    await MeshoptDecoder.ready;
    try {
      const target = new Uint8Array(elements * stride);
      MeshoptDecoder.decodeGltfBuffer(target, elements, stride, source, String(mode), filterOf(filter));
    } catch (cause) {
      throw refused(what, cause);
    }
  }
}

/** Views that meshopt packed into the file itself. */
function listMeshopt(json: GltfJson) {
  return (json.bufferViews ?? []).flatMap((view, index) => {
    const name = MESHOPT.find((one) => view.extensions?.[one] !== undefined);
    const packed = name === undefined ? null : asRecord(view.extensions?.[name]);
    if (packed === null || packed.buffer !== 0 || json.buffers?.[0]?.uri !== undefined) return [];
    const [elements, stride] = [Number(packed.count), Number(packed.byteStride)];
    return [{ what: `bufferView ${index}`, elements, stride, packed }];
  });
}

function filterOf(filter: unknown): string {
  return typeof filter === 'string' ? filter : 'NONE';
}

async function decodeDraco(json: GltfJson, read: ReadBinary, unpacked: CountBytes): Promise<void> {
  const seen = new Set<unknown>();
  for (const [index, mesh] of (json.meshes ?? []).entries()) {
    for (const primitive of mesh.primitives ?? []) {
      const packed = asRecord(primitive.extensions?.[DRACO]);
      if (packed === null || seen.has(packed.bufferView)) continue;
      seen.add(packed.bufferView);
      const view = json.bufferViews?.[Number(packed.bufferView)];
      if (view === undefined) throw unreadable(`compressed data of mesh ${index} does not exist`);
      if (view.buffer !== 0 || json.buffers?.[0]?.uri !== undefined) continue;
      const bytes = await read(view.byteOffset ?? 0, view.byteLength ?? 0);
      unpacked(await decodeMesh(bytes, `mesh ${index}`));
    }
  }
}

/** @returns Bytes it unpacks to. */
async function decodeMesh(bytes: Uint8Array, what: string): Promise<number> {
  const { default: draco } = await import('draco3dgltf');
  const module = await draco.createDecoderModule();
  const [decoder, buffer, mesh] = [new module.Decoder(), new module.DecoderBuffer(), new module.Mesh()];
  try {
    buffer.Init(new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength), bytes.byteLength);
    const status = decoder.DecodeBufferToMesh(buffer, mesh);
    if (!status.ok() || mesh.num_faces() === 0) throw new Error(status.error_msg());
    return mesh.num_faces() * TRIANGLE_BYTES + mesh.num_points() * CORNER_BYTES;
  } catch (cause) {
    throw refused(what, cause);
  } finally {
    for (const one of [mesh, buffer, decoder]) module.destroy(one);
  }
}

function refused(what: string, cause: unknown) {
  const words = cause instanceof Error ? cause.message : String(cause);
  return unreadable(`${what}: ${words.slice(0, 200)}`, 'geometry-damaged', cause);
}
