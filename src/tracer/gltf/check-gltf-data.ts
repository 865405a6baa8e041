import { COMPONENT_BYTES, COMPONENTS, type GltfAccessor, type GltfJson } from './gltf-json.ts';
import { asRecord, at, count, tooMany, unreadable } from './gltf-values.ts';

/** Elements of one accessor that has no bytes of its own (sparse, Draco): bounds what a short file can ask for. */
export const MAX_ACCESSOR_COUNT = 50_000_000;

/** Buffer views lie inside their buffers, and compressed ones promise no more than they hold. */
export function checkBufferViews(json: GltfJson, binaryBytes: number): void {
  const buffers = json.buffers ?? [];
  const lengths = buffers.map((buffer, index) => {
    const length = count(buffer.byteLength, `buffer ${index} byteLength`);
    if (buffer.uri === undefined)
      return index === 0 && binaryBytes > 0 ? Math.min(length, binaryBytes) : length;
    if (typeof buffer.uri !== 'string' || !buffer.uri.startsWith('data:')) {
      throw unreadable(`it needs the file ${String(buffer.uri).slice(0, 200)}`, 'needs-file');
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

/** Accessors lie inside their buffer views, strides and sparse parts included. */
export function checkAccessors(json: GltfJson): void {
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
