import { z } from 'zod';
import type { AiNodeId } from '../../../../../contract/render-nodes.ts';
import type { Graph, GraphInput, GraphNode } from './parts.ts';
import { NAME_PREFIX, NAMED_INPUTS } from './workflow-names.ts';

/** An operator's own graph, ready to be filled with orders. */
export interface Workflow {
  /** What its result needs, and nothing else; without titles. */
  readonly graph: Graph;
  readonly slots: readonly { readonly name: string; readonly node: string; readonly input: string }[];
  readonly output: string;
  readonly sampler: string;
  readonly steps: Readonly<Record<string, AiNodeId>>;
  /** Files that it loads, sorted. */
  readonly models: readonly string[];
  /** Has `vitrine:batch`: one job makes several pictures; otherwise one. */
  readonly isBatched: boolean;
}

/** What is wrong with a file, in one sentence for the person who wrote it. */
export class WorkflowError extends Error {
  override readonly name = 'WorkflowError';
}

const NODES_MAX = 1_000;
const INPUTS_MAX = 200;
const TEXT_MAX_LENGTH = 20_000;
const ID = /^[\w:.-]{1,64}$/;

const Node = z.object({
  class_type: z.string().min(1).max(255),
  inputs: z.record(z.string().max(255), z.unknown()),
  _meta: z.object({ title: z.string().max(1_000).optional() }).optional(),
});
type Node = z.infer<typeof Node>;

const RESULT = 'result';
const RESULT_CLASSES = ['PreviewImage', 'SaveImage'];
/** Loaders name their files by input; the rest of a graph does not end like this. */
const MODEL_FILE = /\.(safetensors|sft|ckpt|pth?|bin|gguf)$/i;

/**
 * Reads a graph in ComfyUI's API format whose inputs are named by the titles of its nodes, see {@link NAMED_INPUTS}.
 *
 * @throws WorkflowError
 */
export function parseWorkflow(text: string): Workflow {
  const nodes = readNodes(text);
  const { slots, output } = readNames(nodes);
  const { images } = must(nodes, output).inputs;
  if (!Array.isArray(images)) throw wrong(output, nodes, `${NAME_PREFIX}${RESULT} has no images`);
  const needed = findNeeded(nodes, output);
  for (const { name, node } of slots) {
    if (!needed.has(node)) throw wrong(node, nodes, `${NAME_PREFIX}${name} is not connected to the result`);
  }
  const graph: Record<string, GraphNode> = {};
  for (const id of needed) {
    const { class_type, inputs } = must(nodes, id);
    const isExtra = id !== output && /^(Save|Preview)(Image|Animated|Latent|Audio|Video)/.test(class_type);
    if (isExtra) throw wrong(id, nodes, 'puts something out besides the result: only one node may');
    graph[id] = { class_type, inputs: readInputs(id, inputs, nodes) };
  }
  // Kept in the folder for temporary files, which the server empties by itself.
  graph[output] = {
    class_type: 'PreviewImage',
    inputs: { images: readLink(output, 'images', images, nodes) },
  };
  return {
    graph,
    slots,
    output,
    sampler: findSampler(graph, slots, output),
    steps: Object.fromEntries(Object.keys(graph).map((id) => [id, nameStep(id, graph, output)])),
    models: listModels(graph),
    isBatched: slots.some(({ name }) => name === 'batch'),
  };
}

type Nodes = ReadonlyMap<string, Node>;

function readNodes(text: string): Nodes {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new WorkflowError('It is not JSON.');
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw new WorkflowError('It is no graph in API format: nodes by their ids.');
  }
  if ('nodes' in json && 'links' in json) {
    throw new WorkflowError('It is saved for the interface: in ComfyUI choose "Export (API)" instead.');
  }
  const entries = Object.entries(json);
  if (entries.length === 0) throw new WorkflowError('It has no nodes.');
  if (entries.length > NODES_MAX) throw new WorkflowError(`It has more than ${NODES_MAX} nodes.`);
  const nodes = new Map<string, Node>();
  for (const [id, value] of entries) {
    if (!ID.test(id) || id === '__proto__')
      throw new WorkflowError(`"${id.slice(0, 64)}" is no id of a node.`);
    const node = Node.safeParse(value);
    if (!node.success) throw new WorkflowError(`Node ${id} is no node: it needs class_type and inputs.`);
    nodes.set(id, node.data);
  }
  return nodes;
}

function readNames(nodes: Nodes): Pick<Workflow, 'slots' | 'output'> {
  const slots: Workflow['slots'][number][] = [];
  const results: string[] = [];
  for (const [id, node] of nodes) {
    const taken = new Set<string>();
    for (const name of listNames(node)) {
      if (name === RESULT) {
        results.push(id);
        continue;
      }
      const named = NAMED_INPUTS.get(name);
      if (named === undefined)
        throw wrong(id, nodes, `${NAME_PREFIX}${name} is no name that can be filled in`);
      const input = named.inputs.find((one) => Object.hasOwn(node.inputs, one) && !taken.has(one));
      if (input === undefined) {
        throw wrong(id, nodes, `${NAME_PREFIX}${name} needs an input called ${named.inputs.join(' or ')}`);
      }
      if (Array.isArray(node.inputs[input])) {
        throw wrong(
          id,
          nodes,
          `its ${input} comes from another node: give that one the title ${NAME_PREFIX}${name}`,
        );
      }
      taken.add(input);
      slots.push({ name, node: id, input });
    }
  }
  const [output, ...others] = results;
  if (output === undefined || others.length > 0) {
    throw new WorkflowError(
      `Exactly one node must have the title ${NAME_PREFIX}${RESULT}; ${results.length} have it.`,
    );
  }
  const { class_type } = must(nodes, output);
  if (!RESULT_CLASSES.includes(class_type)) {
    throw wrong(output, nodes, `${NAME_PREFIX}${RESULT} must be on a ${RESULT_CLASSES.join(' or ')}`);
  }
  return { slots, output };
}

function listNames({ _meta }: Node): string[] {
  const title = _meta?.title?.toLowerCase() ?? '';
  return title
    .split(/[\s,]+/)
    .filter((word) => word.startsWith(NAME_PREFIX))
    .map((word) => word.slice(NAME_PREFIX.length));
}

/** The nodes a result follows from. Without recursion: a chain may be as long as the graph. */
function findNeeded(nodes: Nodes, output: string): ReadonlySet<string> {
  const done = new Set<string>();
  const open = new Set<string>();
  const stack = [output];
  for (;;) {
    const id = stack.at(-1);
    if (id === undefined) return done;
    if (open.has(id) || done.has(id)) {
      stack.pop();
      open.delete(id);
      done.add(id);
      continue;
    }
    open.add(id);
    const node = must(nodes, id);
    if (Object.keys(node.inputs).length > INPUTS_MAX)
      throw wrong(id, nodes, `has more than ${INPUTS_MAX} inputs`);
    for (const [input, value] of Object.entries(node.inputs)) {
      if (!Array.isArray(value)) continue;
      const [from] = readLink(id, input, value, nodes);
      if (open.has(from)) throw wrong(id, nodes, `its ${input} goes round in a circle`);
      if (!done.has(from)) stack.push(from);
    }
  }
}

function readLink(id: string, input: string, value: unknown[], nodes: Nodes): [string, number] {
  const [from, slot, ...more] = value;
  const isLink = typeof from === 'string' && Number.isInteger(slot) && Number(slot) >= 0 && more.length === 0;
  if (!isLink || !nodes.has(from)) throw wrong(id, nodes, `its ${input} is linked to nothing`);
  return [from, Number(slot)];
}

function readInputs(id: string, inputs: Node['inputs'], nodes: Nodes): Record<string, GraphInput> {
  const read = Object.entries(inputs).map(([input, value]): [string, GraphInput] => {
    if (Array.isArray(value)) return [input, readLink(id, input, value, nodes)];
    if (typeof value === 'string' && value.length <= TEXT_MAX_LENGTH) return [input, value];
    if (typeof value === 'boolean' || Number.isFinite(value)) return [input, value as boolean | number];
    throw wrong(
      id,
      nodes,
      `its ${input} is neither a link nor a text of ${TEXT_MAX_LENGTH} characters, a number or yes and no`,
    );
  });
  return Object.fromEntries(read);
}

function findSampler(graph: Graph, slots: Workflow['slots'], output: string): string {
  const isSampler = (id: string) => /sampler/i.test(graph[id]?.class_type ?? '');
  const seeded = slots.find(({ name, node }) => name === 'seed' && isSampler(node));
  return seeded?.node ?? Object.keys(graph).find(isSampler) ?? output;
}

function nameStep(id: string, graph: Graph, output: string): AiNodeId {
  const className = graph[id]?.class_type ?? '';
  if (id === output) return 'save';
  if (/^LoadImage/.test(className)) return 'send-images';
  if (/load/i.test(className)) return 'load-ai-model';
  if (/sampler/i.test(className)) return 'sample';
  if (/decode/i.test(className)) return 'decode';
  return /upscale/i.test(className) ? 'enlarge' : 'encode-prompt';
}

function listModels(graph: Graph): string[] {
  const values = Object.values(graph).flatMap(({ inputs }) => Object.values(inputs));
  const files = values.filter((value) => typeof value === 'string').filter((value) => MODEL_FILE.test(value));
  return [...new Set(files)].sort();
}

function must(nodes: Nodes, id: string): Node {
  const node = nodes.get(id);
  if (node === undefined) throw new Error(`no node ${id}`);
  return node;
}

function wrong(id: string, nodes: Nodes, what: string): WorkflowError {
  return new WorkflowError(`Node ${id} (${must(nodes, id).class_type}): ${what}.`);
}
