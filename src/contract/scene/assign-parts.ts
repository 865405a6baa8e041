import type { MaterialDressing } from './material-dressing.ts';

/**
 * Which material draws a part on the stage: the file's own, or an independent instance that took its node over. One
 * rule for the viewer, the tracer and the export; of two instances that want the same part the earlier has it.
 *
 * @returns Number on the stage of what the file draws on a node with a material (glTF indices, -1 the default one).
 */
export function assignParts(
  dressings: readonly Pick<MaterialDressing, 'materialIndex' | 'split'>[],
): (nodeIndex: number, materialIndex: number) => number {
  const taken = new Map<string, number>();
  for (const { materialIndex, split } of dressings) {
    for (const node of split?.nodes ?? []) {
      const part = `${node} ${split?.from}`;
      if (!taken.has(part)) taken.set(part, materialIndex);
    }
  }
  return (nodeIndex, materialIndex) => taken.get(`${nodeIndex} ${materialIndex}`) ?? materialIndex;
}
