import type { GLTFParser } from 'three/addons/loaders/GLTFLoader.js';
import {
  COMPONENT_BYTES,
  COMPONENTS,
  type GltfAccessor,
  type GltfBufferView,
  type GltfJson,
} from '../../tracer/gltf/gltf-json.ts';

/** What the loader of three.js keeps to itself. */
interface AccessorParser {
  readonly json: { accessors?: GltfAccessor[]; bufferViews?: GltfBufferView[] } & Omit<
    GltfJson,
    'accessors' | 'bufferViews'
  >;
  readonly cache: { add(key: string, value: unknown): void };
}

/**
 * Lays elements close together that stand apart in the file in a way that the loader of three.js does not read (r187): where nothing
 * follows the last one, where one reaches over the step to the next, and where some of them are replaced (sparse).
 */
export function spreadAccessors(parser: GLTFParser): void {
  const { json, cache } = parser as unknown as AccessorParser;
  const load = parser.loadAccessor.bind(parser);
  parser.loadAccessor = async (index) => {
    const accessor = json.accessors?.[index];
    const view = json.bufferViews?.[accessor?.bufferView ?? -1];
    if (accessor === undefined || view === undefined || !isMisread(accessor, view)) return load(index);
    const bytes = await parser.getDependency('bufferView', accessor.bufferView ?? -1);
    const packed = pack(new Uint8Array(bytes as ArrayBuffer), accessor, view.byteStride ?? 0);
    const bufferView = (json.bufferViews ?? []).push({ buffer: 0, byteLength: packed.byteLength }) - 1;
    cache.add(`bufferView:${bufferView}`, Promise.resolve(packed));
    if (json.accessors !== undefined) json.accessors[index] = { ...accessor, bufferView, byteOffset: 0 };
    return load(index);
  };
}

function isMisread(accessor: GltfAccessor, { byteStride, byteLength = 0 }: GltfBufferView): boolean {
  const { count = 0, byteOffset = 0, sparse } = accessor;
  const { component, element } = sizeOf(accessor);
  if (byteStride === undefined || byteStride === element) return false;
  const rows = Math.floor(byteOffset / byteStride) + count;
  const isWithin = (byteOffset % byteStride) + element <= byteStride && rows * byteStride <= byteLength;
  return sparse !== undefined || !isWithin || byteStride % component !== 0;
}

function pack(bytes: Uint8Array, accessor: GltfAccessor, stride: number): ArrayBuffer {
  const { count = 0, byteOffset = 0 } = accessor;
  const { element } = sizeOf(accessor);
  const packed = new Uint8Array(count * element);
  for (let row = 0; row < count; row++) {
    const from = byteOffset + row * stride;
    for (let k = 0; k < element; k++) packed[row * element + k] = bytes[from + k] ?? 0;
  }
  return packed.buffer;
}

/** Bytes of a number, and of an element of them. */
function sizeOf({ componentType = -1, type = '' }: GltfAccessor): { component: number; element: number } {
  const component = COMPONENT_BYTES[componentType] ?? 1;
  return { component, element: component * (COMPONENTS[type] ?? 1) };
}
