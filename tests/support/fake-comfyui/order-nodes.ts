import { createHash } from 'node:crypto';
import type { Folders } from './folders.ts';
import type { AnyGraph } from './graph-shapes.ts';

/** Names each node by all that its result depends on. */
export function signNodes(graph: AnyGraph, folders: Folders): Map<string, string> {
  const signatures = new Map<string, string>();
  const sign = (node: string): string => {
    const known = signatures.get(node);
    if (known) return known;
    const { class_type, inputs } = graph[node]!;
    const parts = Object.entries(inputs)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => [name, Array.isArray(value) ? [sign(String(value[0])), value[1]] : value]);
    const file = class_type?.startsWith('LoadImage') ? folders.readValue(String(inputs.image)) : null;
    const hash = createHash('sha256').update(JSON.stringify([class_type, parts]));
    signatures.set(node, hash.update(file ?? '').digest('hex'));
    return signatures.get(node)!;
  };
  for (const node of Object.keys(graph)) sign(node);
  return signatures;
}

/** Nodes that the outputs need, each after those it needs; nothing before a node whose result is there. */
export function orderNodes(
  graph: AnyGraph,
  outputs: readonly string[],
  hasResult: (id: string) => boolean,
): string[] {
  const order: string[] = [];
  const visit = (node: string) => {
    if (order.includes(node)) return;
    if (!hasResult(node)) {
      for (const value of Object.values(graph[node]!.inputs)) {
        if (Array.isArray(value) && !hasResult(String(value[0]))) visit(String(value[0]));
      }
    }
    order.push(node);
  };
  for (const output of outputs) visit(output);
  return order;
}
