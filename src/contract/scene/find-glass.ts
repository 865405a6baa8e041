import type { SceneSpec } from '../render-spec.ts';
import { assignParts } from './assign-parts.ts';

/** Parts of a model that are of glass as the file has them: their nodes and materials, glTF indices both. */
export type GlassParts = readonly (readonly [nodeIndex: number, materialIndex: number])[];

/**
 * Whether a scene has glass, seen from wherever: a part of it that is not hidden, and that wears no other material. No dressing
 * is of glass.
 */
export function hasGlass(
  parts: GlassParts,
  { hiddenNodes, dressings }: Pick<SceneSpec, 'hiddenNodes' | 'dressings'>,
): boolean {
  if (parts.length === 0) return false;
  const hidden = new Set(hiddenNodes);
  const replaced = new Set(dressings.flatMap((one) => (one.kind === 'adjusted' ? [] : one.materialIndex)));
  const numberOf = assignParts(dressings);
  return parts.some(([node, material]) => !hidden.has(node) && !replaced.has(numberOf(node, material)));
}
