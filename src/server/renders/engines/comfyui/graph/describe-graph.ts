import { createHash } from 'node:crypto';
import type { Graph } from './parts.ts';

/** Hex SHA-256 of a graph, whatever the order of its nodes and inputs. */
export function hashGraph(graph: Graph): string {
  return createHash('sha256')
    .update(JSON.stringify(sortKeys(graph)))
    .digest('hex');
}

/** Classes of its nodes, each once, sorted. */
export function listClasses(graph: Graph): string[] {
  return [...new Set(Object.values(graph).map(({ class_type }) => class_type))].sort();
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([key, inner]) => [key, sortKeys(inner)]);
}
