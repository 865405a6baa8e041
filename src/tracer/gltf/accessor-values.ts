import { numbersOf, objectOf } from './gltf-content.ts';
import type { GltfAccessor, GltfJson } from './gltf-json.ts';

/** Numbers of an accessor, element after element. */
export interface AccessorValues {
  readonly count: number;
  /** Component `component` of element `element`, normalised when the accessor says so; NaN for one that it does not have. */
  get(element: number, component: number): number;
}

const READERS: Readonly<
  Record<number, { bytes: number; scale: number; read: (v: DataView, o: number) => number }>
> = {
  5120: { bytes: 1, scale: 127, read: (view, offset) => view.getInt8(offset) },
  5121: { bytes: 1, scale: 255, read: (view, offset) => view.getUint8(offset) },
  5122: { bytes: 2, scale: 32_767, read: (view, offset) => view.getInt16(offset, true) },
  5123: { bytes: 2, scale: 65_535, read: (view, offset) => view.getUint16(offset, true) },
  5125: { bytes: 4, scale: 4_294_967_295, read: (view, offset) => view.getUint32(offset, true) },
  5126: { bytes: 4, scale: 1, read: (view, offset) => view.getFloat32(offset, true) },
};
const COMPONENTS: Readonly<Record<string, number>> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };

/**
 * Opens an accessor whose bytes lie in the file as they are.
 *
 * @param json Checked by `readGlb`, so that every range lies inside its data.
 * @param binary The BIN chunk, or as much of its beginning as somebody has.
 * @returns Null for compressed or sparse data and for bytes outside the file, or of the chunk that are not there.
 */
export function readAccessor(
  json: GltfJson,
  binary: Uint8Array | null,
  accessor: GltfAccessor | undefined,
): AccessorValues | null {
  const view = json.bufferViews?.[accessor?.bufferView ?? -1];
  const reader = READERS[accessor?.componentType ?? 0];
  const components = COMPONENTS[accessor?.type ?? ''] ?? 0;
  if (accessor === undefined || view === undefined || reader === undefined || components === 0) return null;
  if (accessor.sparse !== undefined || view.extensions !== undefined) return null;
  if (binary === null || view.buffer !== 0 || json.buffers?.[0]?.uri !== undefined) return null;
  const start = binary.byteOffset + (view.byteOffset ?? 0) + (accessor.byteOffset ?? 0);
  const stride = view.byteStride ?? reader.bytes * components;
  const isNormalised = objectOf(accessor).normalized === true;
  const data = new DataView(binary.buffer);
  const { read, scale, bytes } = reader;
  const count = accessor.count ?? 0;
  const end = start + stride * (count - 1) + bytes * components;
  if (count > 0 && end > binary.byteOffset + binary.byteLength) return null;
  return {
    count,
    get(element, component) {
      if (!(element < count && component < components)) return Number.NaN;
      const value = read(data, start + element * stride + component * bytes);
      return isNormalised ? Math.max(-1, value / scale) : value;
    },
  };
}

/** `min` or `max` of an accessor as the values they bound; three numbers, or null when the file gives none. */
export function readBound(accessor: GltfAccessor, which: 'min' | 'max'): number[] | null {
  const fields = objectOf(accessor);
  const bound = numbersOf(fields[which], 3);
  const scale = READERS[accessor.componentType ?? 0]?.scale ?? 1;
  // Quantised files give the integers.
  return fields.normalized === true ? (bound?.map((value) => Math.max(-1, value / scale)) ?? null) : bound;
}
