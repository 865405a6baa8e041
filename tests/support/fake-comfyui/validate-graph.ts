import { type AnyGraph, fault, type Graph, type NodeErrors } from './graph-shapes.ts';
import type { ObjectInfo } from './object-info/shapes.ts';
import { type ValidateOptions, validatePrompt } from './validate-prompt.ts';

/**
 * Validates a graph of ours more strictly than a server does, which takes what it does not know in silence: exactly one
 * output, no node that it does not need, no input that the class does not have, numbers that are numbers, and whole
 * where they must be. Empty for a good graph; what concerns the whole stands under the id ''.
 */
export function validateGraph(graph: Graph, info: ObjectInfo, options: ValidateOptions = {}): NodeErrors {
  const { error, node_errors, outputs } = validatePrompt(structuredClone(graph) as AnyGraph, info, options);
  const found: NodeErrors = { ...node_errors };
  const add = (id: string, type: string, message: string, input = '') => {
    const class_type = graph[id]?.class_type ?? '';
    const { errors = [], dependent_outputs = [] } = found[id] ?? {};
    found[id] = { class_type, dependent_outputs, errors: [...errors, fault(type, message, input, input)] };
  };

  if (error) {
    found[''] = { class_type: '', dependent_outputs: [], errors: [error] };
    if (error.type !== 'prompt_outputs_failed_validation') return found;
  } else if (outputs.length !== 1) add('', 'several_outputs', `It has ${outputs.length} outputs.`);

  const needed = new Set<string>();
  for (const [id, { class_type }] of Object.entries(graph)) {
    if (info[class_type]?.output_node) collect(graph, id, needed);
  }
  for (const [id, { class_type, inputs }] of Object.entries(graph)) {
    if (!needed.has(id)) add(id, 'not_used', 'No output needs it.');
    const { required = {}, optional = {} } = info[class_type]!.input;
    for (const [name, value] of Object.entries(inputs)) {
      const spec = required[name] ?? optional[name];
      if (!spec) add(id, 'unknown_input', 'The class has no such input.', name);
      else if (!Array.isArray(value) && !isExact(spec[0], value)) {
        add(id, 'inexact_value', `${JSON.stringify(value)} is no ${String(spec[0])}.`, name);
      }
    }
  }
  return found;
}

function collect(graph: Graph, id: string, into: Set<string>): void {
  const node = graph[id];
  if (!node || into.has(id)) return;
  into.add(id);
  for (const value of Object.values(node.inputs)) {
    if (Array.isArray(value)) collect(graph, String(value[0]), into);
  }
}

function isExact(type: unknown, value: unknown): boolean {
  if (type === 'INT') return Number.isSafeInteger(value);
  if (type === 'FLOAT') return Number.isFinite(value);
  if (type === 'STRING') return typeof value === 'string';
  if (type === 'BOOLEAN') return typeof value === 'boolean';
  return true;
}
