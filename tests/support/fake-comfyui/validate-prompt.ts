import { checkValue } from './check-value.ts';
import {
  type AnyGraph,
  type AnyNode,
  fault,
  type GraphError,
  type NodeErrors,
  type NodeReport,
} from './graph-shapes.ts';
import type { NodeClass, ObjectInfo } from './object-info/shapes.ts';

/** What POST /prompt finds: with an error nothing runs, without one those outputs run that are not in `node_errors`. */
export interface Verdict {
  readonly error: GraphError | null;
  readonly node_errors: NodeErrors;
  readonly outputs: readonly string[];
}

export interface ValidateOptions {
  /** Whether LoadImage finds a file, `sub/name.png [temp]`. */
  readonly hasFile?: (name: string) => boolean;
  /** ComfyUI of 2026: it knows cycles, and names missing classes otherwise. */
  readonly isNewer?: boolean;
  readonly targets?: readonly string[];
}

/**
 * Validates a graph as ComfyUI does at POST /prompt, with its messages. Numbers that came as texts are converted in
 * place, as there.
 */
export function validatePrompt(graph: AnyGraph, info: ObjectInfo, options: ValidateOptions = {}): Verdict {
  const unknown = Object.keys(graph).find((id) => info[graph[id]!.class_type ?? ''] === undefined);
  if (unknown !== undefined) return refuse(missingClass(unknown, graph[unknown]!, options.isNewer ?? false));
  const outputs = Object.keys(graph).filter(
    (id) => info[graph[id]!.class_type!]!.output_node && (options.targets?.includes(id) ?? true),
  );
  if (outputs.length === 0) {
    return refuse({
      type: 'prompt_no_outputs',
      message: 'Prompt has no outputs',
      details: '',
      extra_info: {},
    });
  }

  const checked = new Map<string, Checked>();
  const node_errors: Record<string, { -readonly [Key in keyof NodeReport]: NodeReport[Key] }> = {};
  const good: string[] = [];
  const sentences: string[] = [];
  for (const output of outputs) {
    try {
      validateInputs({ graph, info, options, checked, visiting: [] }, output);
    } catch (error) {
      // An exhausted stack leaves no room to say of which node.
      const isExhausted = error instanceof RecursionError;
      if (isExhausted) checked.clear();
      const said = () => exception('exception_during_validation', 'Exception when validating node', error);
      checked.set(output, { isValid: false, errors: isExhausted ? [] : [said()] });
    }
    const result = checked.get(output)!;
    if (result.isValid) {
      good.push(output);
      continue;
    }
    for (const { message, details } of result.errors) sentences.push(`${message}: ${details}`);
    for (const [id, { isValid, errors }] of checked) {
      if (isValid || errors.length === 0) continue;
      node_errors[id] ??= { errors, dependent_outputs: [], class_type: graph[id]!.class_type! };
      node_errors[id].dependent_outputs.push(output);
    }
  }
  if (good.length > 0) return { error: null, node_errors, outputs: good };
  const error: GraphError = {
    type: 'prompt_outputs_failed_validation',
    message: 'Prompt outputs failed validation',
    details: sentences.join('\n'),
    extra_info: {},
  };
  return { error, node_errors, outputs: [] };
}

interface Checked {
  readonly isValid: boolean;
  readonly errors: readonly GraphError[];
}
interface Walk {
  readonly graph: AnyGraph;
  readonly info: ObjectInfo;
  readonly options: ValidateOptions;
  readonly checked: Map<string, Checked>;
  readonly visiting: string[];
}

/** The node and all before it, each once. A link that leads nowhere throws, as in ComfyUI. */
function validateInputs(walk: Walk, id: string): boolean {
  const { graph, info, options, checked, visiting } = walk;
  const known = checked.get(id);
  if (known) return known.isValid;
  if (visiting.includes(id)) return reportCycle(walk, id);

  const node = graph[id]!;
  if (node.inputs === undefined) throw new KeyError('inputs');
  const nodeClass = info[node.class_type!]!;
  const errors: GraphError[] = [];
  let isValid = true;
  for (const [name, spec, isRequired] of listInputs(nodeClass)) {
    if (!(name in node.inputs)) {
      if (isRequired) errors.push(fault('required_input_missing', 'Required input is missing', name, name));
      continue;
    }
    const value = node.inputs[name];
    if (!Array.isArray(value)) {
      const found = checkValue(node, name, spec, options.hasFile, options.isNewer);
      if (found) errors.push(found);
      continue;
    }
    if (value.length !== 2) {
      const message = 'Bad linked input, must be a length-2 list of [node_id, slot_index]';
      errors.push(
        fault('bad_linked_input', message, name, name, {
          input_config: [spec[0], spec[1] ?? {}],
          received_value: value,
        }),
      );
      continue;
    }
    const [from, slot] = value as [string, number];
    const origin = graph[from];
    if (!origin) throw new KeyError(from);
    const received = info[origin.class_type!]!.output[slot];
    if (received === undefined) throw new IndexError();
    if (!fits(received, spec[0])) {
      const details = `${name}, received_type(${received}) mismatch input_type(${String(spec[0])})`;
      const input_config = [spec[0], spec[1] ?? {}];
      const more = { input_config, received_type: received, linked_node: value };
      errors.push(
        fault('return_type_mismatch', 'Return type mismatch between linked nodes', details, name, more),
      );
      continue;
    }
    visiting.push(id);
    try {
      if (!validateInputs(walk, from)) isValid = false;
    } catch (error) {
      if (error instanceof RecursionError) throw error;
      isValid = false;
      const message = 'Exception when validating inner node';
      const inner = exception('exception_during_inner_validation', message, error);
      const input_config = [spec[0], spec[1] ?? {}];
      const extra_info = { ...inner.extra_info, input_name: name, input_config, linked_node: value };
      checked.set(from, { isValid: false, errors: [{ ...inner, extra_info }] });
    } finally {
      visiting.pop();
    }
  }
  // A cycle may have left its error on this node meanwhile.
  const earlier = checked.get(id);
  checked.set(id, {
    isValid: isValid && errors.length === 0 && (earlier?.isValid ?? true),
    errors: [...(earlier?.errors ?? []), ...errors],
  });
  return checked.get(id)!.isValid;
}

function reportCycle({ graph, options, checked, visiting }: Walk, id: string): boolean {
  if (!options.isNewer) throw new RecursionError();
  const path = [...visiting.slice(visiting.indexOf(id)), id];
  const details = path.map((node) => `${node} (${graph[node]!.class_type})`).join(' -> ');
  const cycle_nodes = [...new Set(path)];
  for (const node_id of cycle_nodes) {
    const extra_info = { node_id, cycle_nodes };
    const error = { type: 'dependency_cycle', message: 'Dependency cycle detected', details, extra_info };
    checked.set(node_id, { isValid: false, errors: [error] });
  }
  return false;
}

type Listed = readonly [
  name: string,
  spec: readonly [unknown, Record<string, unknown>?],
  isRequired: boolean,
];
function listInputs({ input }: NodeClass): Listed[] {
  return [
    ...Object.entries(input.required ?? {}).map(([name, spec]): Listed => [name, spec, true]),
    ...Object.entries(input.optional ?? {}).map(([name, spec]): Listed => [name, spec, false]),
  ];
}

function fits(received: string, wanted: unknown): boolean {
  if (typeof wanted !== 'string') return false;
  if (wanted === '*' || received === '*') return true;
  const types = wanted.split(',');
  return received.split(',').every((type) => types.includes(type));
}

function refuse(error: GraphError): Verdict {
  return { error, node_errors: {}, outputs: [] };
}

function missingClass(id: string, node: AnyNode, isNewer: boolean): GraphError {
  const { class_type = null } = node;
  const details = `Node ID '#${id}'`;
  if (!isNewer) {
    const message = class_type
      ? `Cannot execute because node ${class_type} does not exist.`
      : `Cannot execute because a node is missing the class_type property.`;
    return { type: 'invalid_prompt', message, details, extra_info: {} };
  }
  const title = node._meta?.title ?? class_type;
  const message = class_type
    ? `Node '${title}' not found. The custom node may not be installed.`
    : `Node '${title ?? `ID #${id}`}' has no class_type. The workflow may be corrupted or a custom node is missing.`;
  return {
    type: 'missing_node_type',
    message,
    details,
    extra_info: { node_id: id, class_type, node_title: title },
  };
}

function exception(type: string, message: string, error: unknown): GraphError {
  if (!(error instanceof Error)) throw error;
  const traceback = ['  File "/opt/ComfyUI/execution.py", line 792, in validate_inputs\n'];
  return { type, message, details: error.message, extra_info: { exception_type: error.name, traceback } };
}

class KeyError extends Error {
  override name = 'KeyError';
  constructor(key: string) {
    super(`'${key}'`);
  }
}
class IndexError extends Error {
  override name = 'IndexError';
  override message = 'tuple index out of range';
}
class RecursionError extends Error {
  override name = 'RecursionError';
  override message = 'maximum recursion depth exceeded';
}
