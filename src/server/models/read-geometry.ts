import type { GltfJson } from '../../tracer/gltf/gltf-json.ts';
import { asRecord, tooComplex } from '../../tracer/gltf/gltf-values.ts';
import type { ReadBinary } from './decode-geometry.ts';

/** All that places the corners of 20 million triangles, beside normals and coordinates in the same views. */
const MAX_GEOMETRY_BYTES = 1024 ** 3;
/** Views that lie this near are read as one. */
const MAX_GAP_BYTES = 64 * 1024;
/** One message to the thread has this much at most. */
const MAX_PIECE_BYTES = 64 * 1024 ** 2;

/** Attributes that say where a corner is. */
const PLACES = /^(POSITION|(JOINTS|WEIGHTS)_\d+)$/;

/**
 * Reads of a GLB's BIN chunk what says where its corners are: positions also of shape keys, indices, joints, weights and
 * places of copies.
 *
 * @param json Checked by `checkGltf`.
 * @returns Bytes from the chunk's start to the last that was read, each in its place; zeros where nothing was read.
 * @throws AppError `model-too-complex`.
 */
export async function readGeometry(json: GltfJson, read: ReadBinary): Promise<Uint8Array> {
  const ranges = listRanges(json);
  const sum = ranges.reduce((bytes, { start, end }) => bytes + end - start, 0);
  if (sum > MAX_GEOMETRY_BYTES) throw tooComplex('elements', `${sum} bytes of positions and indices`);
  const binary = new Uint8Array(ranges.at(-1)?.end ?? 0);
  for (const { start, end } of ranges) {
    for (let from = start; from < end; from += MAX_PIECE_BYTES) {
      binary.set(await read(from, Math.min(MAX_PIECE_BYTES, end - from)), from);
    }
  }
  return binary;
}

/** In their order, none touching the next. */
function listRanges(json: GltfJson): { start: number; end: number }[] {
  if (json.buffers?.[0]?.uri !== undefined) return [];
  const views = [...listAccessors(json)].flatMap((index) => {
    const view = json.bufferViews?.[json.accessors?.[index]?.bufferView ?? -1];
    if (view === undefined || view.buffer !== 0 || view.extensions !== undefined) return [];
    const start = view.byteOffset ?? 0;
    return [{ start, end: start + (view.byteLength ?? 0) }];
  });
  const ranges: { start: number; end: number }[] = [];
  for (const view of views.sort((a, b) => a.start - b.start)) {
    const last = ranges.at(-1);
    if (last === undefined || view.start > last.end + MAX_GAP_BYTES) ranges.push(view);
    else last.end = Math.max(last.end, view.end);
  }
  return ranges;
}

function listAccessors(json: GltfJson): Set<number> {
  const primitives = (json.meshes ?? []).flatMap(({ primitives }) => primitives ?? []);
  const blended = listBlended(json);
  const corners = primitives.flatMap(({ indices, attributes = {}, targets = [] }) => [
    indices,
    ...Object.keys(attributes)
      .filter((name) => PLACES.test(name))
      .map((name) => attributes[name]),
    ...targets.filter((_, key) => blended.has(key)).map((target) => target.POSITION),
  ]);
  const binds = (json.skins ?? []).map(({ inverseBindMatrices }) => inverseBindMatrices);
  const copies = (json.nodes ?? []).flatMap(({ extensions }) =>
    Object.values(asRecord(asRecord(extensions?.EXT_mesh_gpu_instancing)?.attributes) ?? {}),
  );
  return new Set([...corners, ...binds, ...copies].filter((index) => typeof index === 'number'));
}

/** The shape keys that are on in any mesh, by their places: the others, often half of a file, move nothing. */
function listBlended({ meshes = [], nodes = [] }: GltfJson): Set<number> {
  const blended = new Set<number>();
  for (const { weights } of [...meshes, ...nodes]) {
    if (!Array.isArray(weights)) continue;
    for (const [key, weight] of weights.entries()) if (Number(weight) !== 0) blended.add(key);
  }
  return blended;
}
