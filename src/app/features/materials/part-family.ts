import type { FileNode } from '../../../contract/model-report.ts';

/** A node and everything below it. */
export function listFamily(nodes: readonly FileNode[], root: number): number[] {
  const children = new Map<number, number[]>();
  for (const { index, parent } of nodes) {
    if (parent === null) continue;
    const siblings = children.get(parent);
    if (siblings === undefined) children.set(parent, [index]);
    else siblings.push(index);
  }
  const family = [root];
  for (let at = 0; at < family.length; at += 1) family.push(...(children.get(family[at]!) ?? []));
  return family;
}

/** Everything above a node, nearest first. */
export function listAncestors(nodes: readonly FileNode[], index: number): number[] {
  const parents = new Map(nodes.map((node) => [node.index, node.parent]));
  const above: number[] = [];
  for (let at = parents.get(index) ?? null; at !== null; at = parents.get(at) ?? null) above.push(at);
  return above;
}

/** Nodes that an editor left as helpers, with all below them (D7). */
export function listHelpers(
  nodes: readonly FileNode[],
  warnings: readonly { readonly kind: string; readonly nodeIndex?: number }[],
): ReadonlySet<number> {
  const helpers = new Set<number>();
  for (const { kind, nodeIndex } of warnings) {
    if (kind !== 'stripped-node' || nodeIndex === undefined) continue;
    for (const index of listFamily(nodes, nodeIndex)) helpers.add(index);
  }
  return helpers;
}
