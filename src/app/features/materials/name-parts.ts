import type { FileNode } from '../../../contract/model-report.ts';
import { cleanName } from '../../model/list-materials.ts';
import type { Texts } from '../../texts/use-texts.ts';

/**
 * What the nodes of a file are called on the page, by their index: no two alike, in one harmless line each. Further ones
 * of a name get a number: `Leg`, `Leg (2)`.
 */
export function nameParts(nodes: readonly FileNode[], { t }: Texts): ReadonlyMap<number, string> {
  const plain = nodes.map(
    ({ name, hasMesh }) => cleanName(name) || (hasMesh ? t.parts.unnamedMesh : t.parts.unnamedGroup),
  );
  const taken = new Set(plain);
  const seen = new Set<string>();
  const next = new Map<string, number>();
  return new Map(
    nodes.map(({ index }, at) => {
      const name = plain[at] ?? '';
      if (!seen.has(name)) {
        seen.add(name);
        return [index, name];
      }
      let number = next.get(name) ?? 2;
      while (taken.has(`${name} (${number})`)) number += 1;
      next.set(name, number + 1);
      return [index, `${name} (${number})`];
    }),
  );
}
