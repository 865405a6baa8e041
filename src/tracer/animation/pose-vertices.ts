import { type AccessorValues, readAccessor, readBound } from '../gltf/accessor-values.ts';
import type { GltfJson, GltfPrimitive } from '../gltf/gltf-json.ts';
import { IDENTITY, type Matrix, multiply } from '../matrix.ts';
import { keepStrongest } from './keep-strongest.ts';

/** How joints place each vertex. */
export type Blend = (vertex: number) => Matrix;

/** How morph targets move the vertices of a primitive at the file's own weights. */
export interface Morph {
  /** How far a vertex moves along an axis; null where a target's bytes cannot be read here. */
  readonly move: ((vertex: number, axis: number) => number) | null;
  /** Along each axis no vertex moves by less, or by more. */
  readonly min: readonly number[];
  readonly max: readonly number[];
}

/**
 * Reads what morph targets do to positions.
 *
 * @param weights Of the node, else of its mesh (glTF 2.0, 3.7.2.2).
 * @param decoded As far as the targets' accessors are packed.
 * @returns Null when nothing moves.
 */
export function readMorph(
  json: GltfJson,
  binary: Uint8Array | null,
  { targets = [] }: GltfPrimitive,
  weights: readonly number[],
  decoded: ReadonlyMap<number, AccessorValues>,
): Morph | null {
  const moves = targets.flatMap((target, place) => {
    const weight = Number(weights[place] ?? 0);
    const accessor = json.accessors?.[target.POSITION ?? -1];
    if (accessor === undefined || weight === 0 || !Number.isFinite(weight)) return [];
    // One without bytes is all zeros.
    if (accessor.bufferView === undefined && accessor.sparse === undefined) return [];
    const values = readAccessor(json, binary, accessor) ?? decoded.get(target.POSITION ?? -1) ?? null;
    const bounds = [readBound(accessor, 'min') ?? [0, 0, 0], readBound(accessor, 'max') ?? [0, 0, 0]];
    return [{ weight, values, bounds }];
  });
  if (moves.length === 0) return null;
  const known = moves.flatMap(({ weight, values }) => (values === null ? [] : [{ weight, values }]));
  const sum = (pick: (least: number, greatest: number) => number): number[] =>
    [0, 1, 2].map((axis) =>
      moves.reduce((total, { weight, bounds }) => {
        const [one = 0, other = 0] = bounds.map((bound) => weight * (bound[axis] ?? 0));
        return total + pick(one, other);
      }, 0),
    );
  const move = (vertex: number, axis: number): number => {
    let total = 0;
    for (const { weight, values } of known)
      if (vertex < values.count) total += weight * values.get(vertex, axis);
    return total;
  };
  return { move: known.length === moves.length ? move : null, min: sum(Math.min), max: sum(Math.max) };
}

/** How joints place each vertex of a skinned primitive; null where that cannot be read. */
export function readSkin(
  json: GltfJson,
  binary: Uint8Array | null,
  skinIndex: number,
  primitive: GltfPrimitive,
  worlds: ReadonlyMap<number, Matrix>,
): Blend | null {
  const skin = json.skins?.[skinIndex];
  const attribute = (name: string): AccessorValues | null =>
    readAccessor(json, binary, json.accessors?.[primitive.attributes?.[name] ?? -1]);
  const sets: { joints: AccessorValues; weights: AccessorValues }[] = [];
  for (;;) {
    const joints = attribute(`JOINTS_${sets.length}`);
    const weights = attribute(`WEIGHTS_${sets.length}`);
    if (joints === null || weights === null) break;
    sets.push({ joints, weights });
  }
  if (skin?.joints === undefined || sets.length === 0) return null;
  const inverses = readAccessor(json, binary, json.accessors?.[skin.inverseBindMatrices ?? -1]);
  const matrices = skin.joints.map((joint, index) => {
    const inverse =
      inverses === null || index >= inverses.count
        ? IDENTITY
        : Array.from({ length: 16 }, (_, cell) => inverses.get(index, cell));
    return multiply(worlds.get(joint) ?? IDENTITY, inverse);
  });
  const own = new Array<number>(sets.length * 4).fill(0);
  return (vertex) => {
    for (const [set, { weights }] of sets.entries())
      for (let slot = 0; slot < 4; slot++) own[set * 4 + slot] = weights.get(vertex, slot);
    keepStrongest(own);
    const blended = new Array<number>(16).fill(0);
    let sum = 0;
    for (const [slot, weight] of own.entries()) {
      if (!(weight > 0)) continue;
      const matrix = matrices[sets[slot >> 2]?.joints.get(vertex, slot & 3) ?? -1];
      if (matrix === undefined) continue;
      sum += weight;
      for (let cell = 0; cell < 16; cell++)
        blended[cell] = (blended[cell] ?? 0) + weight * (matrix[cell] ?? 0);
    }
    if (sum > 0) return blended.map((value) => value / sum);
    return matrices[sets[0]?.joints.get(vertex, 0) ?? -1] ?? IDENTITY;
  };
}
