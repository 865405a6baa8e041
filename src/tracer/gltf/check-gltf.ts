import { checkAccessors, checkBufferViews } from './check-gltf-data.ts';
import type { GltfJson } from './gltf-json.ts';
import { asRecord, at, tooComplex, unreadable } from './gltf-values.ts';

/** Entries of one top-level array. The largest sample has 37 nodes; CAD exports reach tens of thousands. */
export const MAX_GLTF_ENTRIES = 200_000;
/** three.js recurses through nodes and overflows its stack near 6,000; real product trees stay under 50. */
export const MAX_NODE_DEPTH = 512;
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
    if (list.length > MAX_GLTF_ENTRIES) throw tooComplex('elements', `${list.length} ${name}`);
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
        const moved = asRecord(target);
        if (moved === null) throw unreadable(`a morph target of mesh ${index} is not an object`);
        for (const accessorIndex of Object.values(moved)) {
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
          'texture-lost',
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
      if (parents[child] !== -1) throw unreadable(`node ${child} has two parents`, 'tree-damaged');
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
      if (path.length > nodes.length) throw unreadable('the node tree has a cycle', 'tree-damaged');
      node = parents[node] ?? -1;
    }
    let depth = node === -1 ? 0 : (depths[node] ?? 0);
    for (const step of path.reverse()) depths[step] = ++depth;
    if (depth > MAX_NODE_DEPTH) {
      throw tooComplex('depth', `nodes nested more than ${MAX_NODE_DEPTH} deep`);
    }
  }
}

function list(value: unknown, what: string): readonly number[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw unreadable(`${what} is not a list`);
  return value;
}
