import type { Accessor, Node, Primitive, Skin } from '@gltf-transform/core';
import { readFloats, readIntegers } from '../gltf/read-accessor.ts';
import { IDENTITY, type Matrix, multiply } from '../matrix.ts';
import { keepStrongest } from './keep-strongest.ts';

/**
 * Adds the morph targets of a primitive at the given weights.
 *
 * @param base Values of `semantic` per vertex; not changed.
 * @param points The vertices of the primitive that `base` has; null for all.
 * @returns New values, or `base` itself when nothing moves.
 */
export function applyMorph(
  primitive: Primitive,
  semantic: 'POSITION' | 'NORMAL',
  weights: readonly number[],
  base: Float32Array,
  points: Uint32Array | null,
): Float32Array {
  let moved: Float32Array | null = null;
  for (const [index, target] of primitive.listTargets().entries()) {
    const weight = weights[index] ?? 0;
    const offsets = target.getAttribute(semantic);
    if (weight === 0 || offsets === null) continue;
    const values = readFloats(offsets, 3, points);
    moved ??= base.slice();
    const count = Math.min(values.length, moved.length);
    for (let i = 0; i < count; i++) moved[i] = (moved[i] ?? 0) + weight * (values[i] ?? 0);
  }
  return moved ?? base;
}

/** World matrix per joint times its inverse bind matrix, in the order of the skin. */
export function readJointMatrices(skin: Skin, worldOf: (node: Node) => Matrix | undefined): Matrix[] {
  const accessor: Accessor | null = skin.getInverseBindMatrices();
  const inverse = accessor === null ? null : readFloats(accessor, 16);
  return skin.listJoints().map((joint, index) => {
    const world = worldOf(joint) ?? IDENTITY;
    if (inverse === null || inverse.length < (index + 1) * 16) return world;
    return multiply(world, Array.from(inverse.subarray(index * 16, index * 16 + 16)));
  });
}

/**
 * Blends joint matrices per vertex (glTF 2.0, 3.7.3.3), of more than four the strongest, as on the stage. Weights are
 * normalised to add up to 1; where none has any, the first joint has all.
 *
 * @param points The vertices that are wanted; null for all.
 * @returns Column-major 4x4 per vertex, or null when the primitive has no joints.
 */
export function blendJoints(
  primitive: Primitive,
  joints: readonly Matrix[],
  vertexCount: number,
  points: Uint32Array | null,
): Float64Array | null {
  const sets: { indices: Uint32Array; weights: Float32Array }[] = [];
  for (;;) {
    const indices = primitive.getAttribute(`JOINTS_${sets.length}`);
    const weights = primitive.getAttribute(`WEIGHTS_${sets.length}`);
    if (indices === null || weights === null) break;
    sets.push({ indices: readIntegers(indices, points), weights: readFloats(weights, 4, points) });
  }
  if (sets.length === 0) return null;
  const out = new Float64Array(vertexCount * 16);
  const own = new Array<number>(sets.length * 4).fill(0);
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    for (const [set, { weights }] of sets.entries())
      for (let k = 0; k < 4; k++) own[set * 4 + k] = weights[vertex * 4 + k] ?? 0;
    keepStrongest(own);
    let total = 0;
    for (const weight of own) total += weight;
    if (total === 0) own[0] = 1;
    for (let slot = 0; slot < own.length; slot++) {
      const weight = (own[slot] ?? 0) / (total || 1);
      const joint = joints[sets[slot >> 2]?.indices[vertex * 4 + (slot & 3)] ?? 0];
      if (weight === 0 || joint === undefined) continue;
      for (let e = 0; e < 16; e++)
        out[vertex * 16 + e] = (out[vertex * 16 + e] ?? 0) + weight * (joint[e] ?? 0);
    }
  }
  return out;
}
