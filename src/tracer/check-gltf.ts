import { AppError } from '../contract/failure.ts';
import type { GltfAccessor, GltfJson } from './gltf-json.ts';

/** Entries of one top-level array. The largest sample has 37 nodes; CAD exports reach tens of thousands. */
export const MAX_GLTF_ENTRIES = 200_000;
/** three.js recurses through nodes and overflows its stack near 6,000; real product trees stay under 50. */
export const MAX_NODE_DEPTH = 512;
/** Elements of one accessor that has no bytes of its own (sparse, Draco): bounds what a short file can ask for. */
export const MAX_ACCESSOR_COUNT = 50_000_000;

const COMPONENT_BYTES: Readonly<Record<number, number>> = {
  5120: 1,
  5121: 1,
  5122: 2,
  5123: 2,
  5125: 4,
  5126: 4,
};
const COMPONENTS: Readonly<Record<string, number>> = {
  SCALAR: 1,
  VEC2: 2,
  VEC3: 3,
  VEC4: 4,
  MAT2: 4,
  MAT3: 9,
  MAT4: 16,
};

/**
 * Checks that a parsed glTF document can be read without surprises: arrays are arrays, every index points at
 * something, accessors and buffer views lie inside their bytes, the node graph is a forest of bounded depth.
 *
 * @param binaryBytes Length of the GLB's BIN chunk, 0 without one.
 * @throws AppError `model-unreadable` naming the first thing found, or `model-too-complex` above a limit.
 */
export function checkGltf(json: GltfJson, binaryBytes: number): void {
  checkShape(json);
  checkBufferViews(json, binaryBytes);
  checkAccessors(json);
  checkMeshes(json);
  checkTextures(json);
  checkNodes(json);
}

const ARRAYS = [
  'scenes',
  'nodes',
  'meshes',
  'skins',
  'materials',
  'textures',
  'images',
  'samplers',
  'accessors',
  'bufferViews',
  'buffers',
] as const;

function checkShape(json: GltfJson): void {
  for (const name of ARRAYS) {
    const list: unknown = json[name];
    if (list === undefined) continue;
    if (!Array.isArray(list)) throw unreadable(`${name} is not a list`);
    if (list.length > MAX_GLTF_ENTRIES)
      throw new AppError({ code: 'model-too-complex', reason: `${list.length} ${name}` });
    for (const entry of list) {
      if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
        throw unreadable(`${name} has an entry that is not an object`);
      }
    }
  }
  for (const name of ['extensionsUsed', 'extensionsRequired'] as const) {
    const list: unknown = json[name];
    if (list !== undefined && !(Array.isArray(list) && list.every((item) => typeof item === 'string'))) {
      throw unreadable(`${name} is not a list of names`);
    }
  }
}

function checkBufferViews(json: GltfJson, binaryBytes: number): void {
  const buffers = json.buffers ?? [];
  const lengths = buffers.map((buffer, index) => {
    const length = count(buffer.byteLength, `buffer ${index} byteLength`);
    if (buffer.uri === undefined)
      return index === 0 && binaryBytes > 0 ? Math.min(length, binaryBytes) : length;
    if (typeof buffer.uri !== 'string' || !buffer.uri.startsWith('data:')) {
      throw unreadable(`buffer ${index} is outside the file`);
    }
    return Math.min(length, Math.floor((buffer.uri.length * 3) / 4));
  });
  for (const [index, view] of (json.bufferViews ?? []).entries()) {
    const buffer = at(lengths, view.buffer, `buffer of bufferView ${index}`);
    const offset = count(view.byteOffset ?? 0, `bufferView ${index} byteOffset`);
    const length = count(view.byteLength, `bufferView ${index} byteLength`);
    if (view.byteStride !== undefined) {
      const stride = count(view.byteStride, `bufferView ${index} byteStride`);
      if (stride < 1 || stride > 255) throw unreadable(`bufferView ${index} has a stride of ${stride}`);
    }
    if (offset + length > buffer) throw unreadable(`bufferView ${index} is outside its buffer`);
    const packed = asRecord(
      view.extensions?.EXT_meshopt_compression ?? view.extensions?.KHR_meshopt_compression,
    );
    if (packed !== null) {
      const source = at(lengths, packed.buffer, `compressed buffer of bufferView ${index}`);
      const start = count(packed.byteOffset ?? 0, `compressed bufferView ${index} byteOffset`);
      const size = count(packed.byteLength, `compressed bufferView ${index} byteLength`);
      if (start + size > source) throw unreadable(`compressed bufferView ${index} is outside its buffer`);
      const elements = count(packed.count, `compressed bufferView ${index} count`);
      const stride = count(packed.byteStride, `compressed bufferView ${index} byteStride`);
      if (stride < 1 || stride > 256)
        throw unreadable(`compressed bufferView ${index} has a stride of ${stride}`);
      if (elements * stride > length)
        throw unreadable(`compressed bufferView ${index} is larger than it says`);
      if (elements > MAX_ACCESSOR_COUNT) throw tooMany(`compressed bufferView ${index}`, elements);
    } else if (
      json.buffers?.[view.buffer ?? 0]?.uri === undefined &&
      (view.buffer !== 0 || binaryBytes === 0)
    ) {
      throw unreadable(`bufferView ${index} has no bytes in the file`);
    }
  }
}

function checkAccessors(json: GltfJson): void {
  for (const [index, accessor] of (json.accessors ?? []).entries()) {
    const elements = count(accessor.count, `accessor ${index} count`);
    const { size } = elementOf(accessor, index);
    if (elements > MAX_ACCESSOR_COUNT) {
      if (accessor.bufferView === undefined) throw tooMany(`accessor ${index}`, elements);
    }
    if (accessor.bufferView !== undefined) {
      checkRange(json, accessor.bufferView, accessor.byteOffset, elements, size, `accessor ${index}`);
    }
    const sparse = accessor.sparse;
    if (sparse === undefined) continue;
    const replaced = count(sparse.count, `accessor ${index} sparse count`);
    if (replaced > elements) throw unreadable(`accessor ${index} replaces more than it has`);
    const indexBytes = COMPONENT_BYTES[sparse.indices?.componentType ?? -1];
    if (indexBytes === undefined) throw unreadable(`accessor ${index} has a wrong sparse component type`);
    const { indices, values } = sparse;
    checkRange(
      json,
      indices?.bufferView,
      indices?.byteOffset,
      replaced,
      indexBytes,
      `sparse indices of ${index}`,
    );
    checkRange(json, values?.bufferView, values?.byteOffset, replaced, size, `sparse values of ${index}`);
  }
}

function checkRange(
  json: GltfJson,
  viewIndex: unknown,
  byteOffset: number | undefined,
  elements: number,
  size: number,
  what: string,
): void {
  const view = at(json.bufferViews ?? [], viewIndex, `bufferView of ${what}`);
  const offset = count(byteOffset ?? 0, `byteOffset of ${what}`);
  const stride = view.byteStride ?? size;
  const needed = elements === 0 ? 0 : offset + stride * (elements - 1) + size;
  if (needed > (view.byteLength ?? 0)) throw unreadable(`${what} runs past its data`);
}

function elementOf(accessor: GltfAccessor, index: number): { size: number } {
  const bytes = COMPONENT_BYTES[accessor.componentType ?? -1];
  const components = Object.hasOwn(COMPONENTS, accessor.type ?? '')
    ? COMPONENTS[accessor.type ?? '']
    : undefined;
  if (bytes === undefined || components === undefined)
    throw unreadable(`accessor ${index} has an unknown type`);
  return { size: bytes * components };
}

function checkMeshes(json: GltfJson): void {
  const accessors = json.accessors ?? [];
  for (const [index, mesh] of (json.meshes ?? []).entries()) {
    if (!Array.isArray(mesh.primitives)) throw unreadable(`mesh ${index} has no primitives`);
    for (const primitive of mesh.primitives) {
      const attributes = asRecord(primitive?.attributes);
      if (attributes === null) throw unreadable(`a primitive of mesh ${index} has no attributes`);
      const { mode } = primitive;
      if (mode !== undefined && !(Number.isInteger(mode) && mode >= 0 && mode <= 6)) {
        throw unreadable(`a primitive of mesh ${index} has mode ${String(mode).slice(0, 16)}`);
      }
      let vertices: number | null = null;
      for (const [name, accessorIndex] of Object.entries(attributes)) {
        const accessor = at(accessors, accessorIndex, `${name.slice(0, 32)} of mesh ${index}`);
        if (name === 'POSITION' && accessor.type !== 'VEC3')
          throw unreadable(`POSITION of mesh ${index} is not VEC3`);
        vertices ??= accessor.count ?? 0;
        if (accessor.count !== vertices) throw unreadable(`attributes of mesh ${index} differ in length`);
      }
      if (primitive.indices !== undefined) {
        const indices = at(accessors, primitive.indices, `indices of mesh ${index}`);
        if (indices.type !== 'SCALAR') throw unreadable(`indices of mesh ${index} are not scalars`);
      }
      if (primitive.material !== undefined)
        at(json.materials ?? [], primitive.material, `material of mesh ${index}`);
      if (primitive.targets === undefined) continue;
      if (!Array.isArray(primitive.targets))
        throw unreadable(`morph targets of mesh ${index} are not a list`);
      for (const target of primitive.targets) {
        for (const accessorIndex of Object.values(asRecord(target) ?? {})) {
          const accessor = at(accessors, accessorIndex, `morph target of mesh ${index}`);
          if (accessor.count !== vertices)
            throw unreadable(`a morph target of mesh ${index} differs in length`);
        }
      }
    }
  }
}

function checkTextures(json: GltfJson): void {
  for (const [index, image] of (json.images ?? []).entries()) {
    if (image.bufferView !== undefined)
      at(json.bufferViews ?? [], image.bufferView, `bufferView of image ${index}`);
    else if (image.uri !== undefined && typeof image.uri !== 'string')
      throw unreadable(`uri of image ${index}`);
  }
  for (const [index, texture] of (json.textures ?? []).entries()) {
    if (texture.source !== undefined) at(json.images ?? [], texture.source, `image of texture ${index}`);
    if (texture.sampler !== undefined)
      at(json.samplers ?? [], texture.sampler, `sampler of texture ${index}`);
    for (const extension of Object.values(texture.extensions ?? {})) {
      const source = asRecord(extension)?.source;
      if (source !== undefined) at(json.images ?? [], source, `image of texture ${index}`);
    }
  }
  for (const [index, material] of (json.materials ?? []).entries()) checkTextureInfos(json, material, index);
}

/** Texture references sit at several depths of a material; each is an object under a key that ends in "Texture". */
function checkTextureInfos(json: GltfJson, material: object, index: number): void {
  const waiting: { value: object; depth: number }[] = [{ value: material, depth: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.depth > 8) continue;
    for (const [key, value] of Object.entries(next.value)) {
      if (typeof value !== 'object' || value === null || key === 'extras') continue;
      if (key.endsWith('Texture')) {
        at(
          json.textures ?? [],
          (value as { index?: unknown }).index,
          `${key.slice(0, 64)} of material ${index}`,
        );
      }
      waiting.push({ value, depth: next.depth + 1 });
    }
  }
}

function checkNodes(json: GltfJson): void {
  const nodes = json.nodes ?? [];
  const parents = new Int32Array(nodes.length).fill(-1);
  for (const [index, node] of nodes.entries()) {
    if (node.mesh !== undefined) at(json.meshes ?? [], node.mesh, `mesh of node ${index}`);
    if (node.skin !== undefined) at(json.skins ?? [], node.skin, `skin of node ${index}`);
    for (const child of list(node.children, `children of node ${index}`)) {
      at(nodes, child, `child of node ${index}`);
      if (parents[child] !== -1) throw unreadable(`node ${child} has two parents`);
      parents[child] = index;
    }
  }
  for (const [index, scene] of (json.scenes ?? []).entries()) {
    for (const root of list(scene.nodes, `nodes of scene ${index}`))
      at(nodes, root, `node of scene ${index}`);
  }
  if (json.scene !== undefined) at(json.scenes ?? [], json.scene, 'default scene');
  for (const [index, skin] of (json.skins ?? []).entries()) {
    for (const joint of list(skin.joints, `joints of skin ${index}`))
      at(nodes, joint, `joint of skin ${index}`);
    if (skin.inverseBindMatrices !== undefined) {
      at(json.accessors ?? [], skin.inverseBindMatrices, `inverse bind matrices of skin ${index}`);
    }
  }
  // Depth of each node by walking up; a walk longer than the list is a cycle. Known depths end a walk early.
  const depths = new Int32Array(nodes.length);
  for (let index = 0; index < nodes.length; index++) {
    const path: number[] = [];
    let node = index;
    while (node !== -1 && depths[node] === 0) {
      path.push(node);
      if (path.length > nodes.length) throw unreadable('the node tree has a cycle');
      node = parents[node] ?? -1;
    }
    let depth = node === -1 ? 0 : (depths[node] ?? 0);
    for (const step of path.reverse()) depths[step] = ++depth;
    if (depth > MAX_NODE_DEPTH) {
      throw new AppError({
        code: 'model-too-complex',
        reason: `nodes nested more than ${MAX_NODE_DEPTH} deep`,
      });
    }
  }
}

function list(value: unknown, what: string): readonly number[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw unreadable(`${what} is not a list`);
  return value;
}

function at<T>(items: readonly T[], index: unknown, what: string): T {
  const item = typeof index === 'number' && Number.isInteger(index) && index >= 0 ? items[index] : undefined;
  if (item === undefined) throw unreadable(`${what} does not exist`);
  return item;
}

function count(value: unknown, what: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw unreadable(`${what} is not a count`);
  return value;
}

function asRecord(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

function tooMany(what: string, elements: number): AppError {
  return new AppError({ code: 'model-too-complex', reason: `${what} has ${elements} elements` });
}

function unreadable(reason: string): AppError {
  return new AppError({ code: 'model-unreadable', reason });
}
