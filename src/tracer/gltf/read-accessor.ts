import type { Accessor } from '@gltf-transform/core';

const NORMALISERS: Readonly<Record<number, number>> = { 5120: 127, 5121: 255, 5122: 32767, 5123: 65535 };

/**
 * Values of an accessor as floats, normalised integers decoded (glTF 2.0, 3.6.2.2).
 *
 * @param components Values per element the caller wants: short elements are filled with 1, long ones cut.
 * @param elements Those that the caller wants, in this order; null for all.
 */
export function readFloats(
  accessor: Accessor,
  components: number,
  elements: Uint32Array | null = null,
): Float32Array {
  const array = accessor.getArray();
  const size = accessor.getElementSize();
  const count = elements?.length ?? accessor.getCount();
  if (elements === null && array instanceof Float32Array && size === components) return array;
  const out = new Float32Array(count * components).fill(1);
  if (array === null) return out;
  const divisor = accessor.getNormalized() ? (NORMALISERS[accessor.getComponentType()] ?? 1) : 0;
  const shared = Math.min(size, components);
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < shared; k++) {
      const value = Number(array[(elements?.[i] ?? i) * size + k]);
      out[i * components + k] = divisor === 0 ? value : Math.max(-1, value / divisor);
    }
  }
  return out;
}

/**
 * Values that are all numbers: a coordinate or a colour that is none makes a hole in the picture, and all that is blurred over it.
 *
 * @param otherwise Stands for those that are none.
 * @returns A new array, or `values` where nothing is to be mended.
 */
export function mendValues(values: Float32Array, otherwise: number): Float32Array {
  if (values.every(Number.isFinite)) return values;
  return values.map((value) => (Number.isFinite(value) ? value : otherwise));
}

/** Values of an integer accessor. @param elements As {@link readFloats} has it. */
export function readIntegers(accessor: Accessor, elements: Uint32Array | null = null): Uint32Array {
  const array = accessor.getArray();
  if (elements !== null && array !== null) {
    const size = accessor.getElementSize();
    const at = (cell: number) => (elements[Math.floor(cell / size)] ?? 0) * size + (cell % size);
    return Uint32Array.from({ length: elements.length * size }, (_, cell) => array[at(cell)] ?? 0);
  }
  if (array instanceof Uint32Array) return array;
  return array === null ? new Uint32Array(0) : Uint32Array.from(array);
}
