import type { AiWish, RenderSpec } from '../../../../../contract/render-spec.ts';
import { standsBehind } from '../../../../../contract/scene/stands-behind.ts';
import type { Workflow } from './parse-workflow.ts';
import type { BatchPart, BuiltGraph, Graph, GraphNode, UploadedOrder } from './parts.ts';
import { listMaterials } from './plan-change.ts';
import { NAMED_INPUTS } from './workflow-names.ts';

/**
 * An operator's own graph with an order's values at its named inputs.
 *
 * @param order With the pictures that `prepareOrder` makes for an own graph.
 * @param part Of one image where the graph has no `vitrine:batch`.
 */
export function fillWorkflow(
  workflow: Workflow,
  recipe: RenderSpec,
  order: UploadedOrder,
  part: BatchPart,
): BuiltGraph {
  const { slots, isBatched, output, sampler, steps, models } = workflow;
  if (!isBatched && part.count !== 1) throw new Error('a graph without a batch makes one image');
  const filled: Record<string, GraphNode> = { ...workflow.graph };
  for (const { name, node, input } of slots) {
    const { class_type, inputs } = mustFind(filled, node);
    const value = NAMED_INPUTS.get(name)?.value({ recipe, order, part, isBatched });
    if (value === undefined) throw new Error(`no name ${name}`);
    filled[node] = { class_type, inputs: { ...inputs, [input]: value } };
  }
  const cuts = slots.filter(({ name }) => name === 'batch' && part.first > 0).map(({ node }) => node);
  const graph = cuts.reduce((whole, node) => cutBatch(whole, node, part), filled as Graph);
  const added = Object.keys(graph).filter((id) => !Object.hasOwn(steps, id));
  return {
    graph,
    output,
    steps: { ...steps, ...Object.fromEntries(added.map((id) => [id, 'encode-prompt' as const])) },
    sampler,
    leftOut: listLeftOut(recipe, new Set(slots.map(({ name }) => name))),
    models,
  };
}

/** Behind what repeats a latent picture, those before the part are cut off again. */
function cutBatch(graph: Graph, batch: string, { first, count }: BatchPart): Graph {
  const id = `${batch}:vitrine-part`;
  const rewired = Object.entries(graph).map(([own, { class_type, inputs }]): [string, GraphNode] => {
    const links = Object.entries(inputs).map(([input, value]) => {
      const isFromBatch = Array.isArray(value) && value[0] === batch && value[1] === 0;
      return [input, isFromBatch ? ([id, 0] as const) : value] as const;
    });
    return [own, { class_type, inputs: Object.fromEntries(links) }];
  });
  const part = { samples: [batch, 0] as const, batch_index: first, length: count };
  return { ...Object.fromEntries(rewired), [id]: { class_type: 'LatentFromBatch', inputs: part } };
}

/** What the order wishes and the graph has no name for. */
function listLeftOut(recipe: RenderSpec, names: ReadonlySet<string>): AiWish[] {
  const hasAny = (...wanted: string[]): boolean => wanted.some((name) => names.has(name));
  const behind = standsBehind(recipe).kind;
  const wishes: [AiWish, boolean][] = [
    ['structure', !hasAny('depth', 'lines')],
    ['style', recipe.style !== null && recipe.style.strength > 0 && !hasAny('style')],
    ['materials', listMaterials(recipe).length > 0 && !hasAny('material-1', 'mask-1')],
    ['background', behind !== 'open' && !hasAny('background', ...(behind === 'stage' ? ['snapshot'] : []))],
    ['upscale', recipe.outputPx !== undefined && !hasAny('output-width', 'output-height')],
  ];
  return wishes.flatMap(([wish, isLeftOut]) => (isLeftOut ? [wish] : []));
}

function mustFind(graph: Graph, id: string): GraphNode {
  const node = graph[id];
  if (node === undefined) throw new Error(`no node ${id}`);
  return node;
}
