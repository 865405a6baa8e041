import { createHash } from 'node:crypto';
import type { Folders } from './folders.ts';
import type { AnyGraph } from './graph-shapes.ts';

/** Names each node that outputs need by all that its result depends on; what else is in a graph may lead nowhere. */
export function signNodes(
  graph: AnyGraph,
  outputs: readonly string[],
  folders: Folders,
): Map<string, string> {
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
  for (const node of outputs) sign(node);
  return signatures;
}

/**
 * Nodes that the outputs need, in the order in which ComfyUI runs them: of those that have what they need an output first,
 * then what is one or two steps before an output, else the first that was found on the way from the outputs. Nothing before a
 * node whose result is there.
 */
export function orderNodes(
  graph: AnyGraph,
  outputs: readonly string[],
  hasResult: (id: string) => boolean,
): string[] {
  const pending = new Set<string>();
  const needs = new Map<string, Set<string>>();
  const blocking = new Map<string, Set<string>>();
  for (const output of outputs) {
    const found = [output];
    for (let node = found.pop(); node !== undefined; node = found.pop()) {
      if (pending.has(node)) continue;
      pending.add(node);
      needs.set(node, new Set());
      for (const value of Object.values(graph[node]!.inputs)) {
        if (!Array.isArray(value) || hasResult(String(value[0]))) continue;
        const from = String(value[0]);
        found.push(from);
        needs.get(node)!.add(from);
        blocking.set(from, (blocking.get(from) ?? new Set()).add(node));
      }
    }
  }
  const after = (node: string): string[] => [...(blocking.get(node) ?? [])];
  const isOutput = (node: string): boolean => outputs.includes(node);
  const order: string[] = [];
  while (pending.size > 0) {
    const ready = [...pending].filter((node) => needs.get(node)!.size === 0);
    const next =
      ready.find(isOutput) ??
      ready.find((node) => after(node).some(isOutput)) ??
      ready.find((node) => after(node).some((later) => after(later).some(isOutput))) ??
      ready[0]!;
    order.push(next);
    pending.delete(next);
    for (const later of after(next)) needs.get(later)!.delete(next);
  }
  return order;
}
