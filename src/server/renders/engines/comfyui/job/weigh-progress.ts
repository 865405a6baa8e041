import { AI_NODES, type AiNodeId, isLater } from '../../../../../contract/render-nodes.ts';
import type { BuiltGraph } from '../graph/parts.ts';
import type { ComfyEvent } from './read-message.ts';

/** How far one job is. */
export interface JobProgress {
  /** 0 to 98: the rest are the pictures on our disk. */
  readonly percent: number;
  readonly nodeId: AiNodeId;
}

type Watched = Pick<BuiltGraph, 'graph' | 'steps' | 'sampler' | 'regionSamplers'>;

/** Shares of the steps of one graph; they add up to 100. */
function weighSteps({ steps }: Watched): Map<AiNodeId, number> {
  const enlarges = Object.values(steps).includes('enlarge');
  return new Map(
    AI_NODES.map(({ id, weight }) => {
      const half = AI_NODES.find((node) => node.id === 'sample')!.weight / 2;
      return [id, enlarges && (id === 'sample' || id === 'enlarge') ? half : weight];
    }),
  );
}

/**
 * Weighs what a server tells about one job. A step is as far as its nodes are; the sampler counts by its own steps, and
 * for the whole of `sample`. Nodes from the server's cache are done.
 *
 * @returns A function that takes what was told and gives the progress: neither its percent nor its step goes back.
 */
export function createWeighing(built: Watched): (event: ComfyEvent) => JobProgress {
  const weights = weighSteps(built);
  const shares = new Map<string, number>();
  let nodeId: AiNodeId = 'load-ai-model';
  let percent = 0;
  let current: string | null = null;
  const finish = (node: string) => shares.set(node, 1);

  const nodesOf = (step: AiNodeId): string[] => {
    if (step === 'sample') return [...(built.regionSamplers ?? []), built.sampler];
    return Object.keys(built.graph).filter((node) => built.steps[node] === step);
  };
  const shareOf = (step: AiNodeId): number => {
    if (step === 'send-images') return 1;
    if (step === 'save') return 0;
    const nodes = nodesOf(step);
    const done = nodes.reduce((sum, node) => sum + (shares.get(node) ?? 0), 0);
    return nodes.length === 0 ? (hasBegun(step) ? 1 : 0) : done / nodes.length;
  };
  /** A step without nodes is done when a later one is at work. */
  const hasBegun = (step: AiNodeId): boolean => {
    const order = AI_NODES.map(({ id }) => id);
    const later = order.slice(order.indexOf(step) + 1);
    return later.some((id) => nodesOf(id).some((node) => (shares.get(node) ?? 0) > 0));
  };

  return (event) => {
    if (event.kind === 'cached' || event.kind === 'finished') event.nodes.forEach(finish);
    if (event.kind === 'executed') finish(event.node);
    if (event.kind === 'executing' && event.node !== null && event.node !== current) {
      if (current !== null) finish(current);
      current = event.node;
    }
    if (event.kind === 'progress' && event.max > 0) {
      current = event.node;
      const share = Math.min(1, Math.max(0, event.value / event.max));
      shares.set(event.node, Math.max(shares.get(event.node) ?? 0, share));
    }
    if (event.kind === 'success') Object.keys(built.graph).forEach(finish);
    const step = current === null ? undefined : built.steps[current];
    // Servers run whatever is ready: what a later step needs may be loaded before the drawing, and what an earlier one does
    // may come after a later one has begun.
    const isEarly = step !== undefined && isLater(step, 'sample') && (shares.get(built.sampler) ?? 0) < 1;
    if (step !== undefined && !isEarly && isLater(step, nodeId)) nodeId = step;
    const isLoading = event.kind === 'finished' && event.isLoading === true;
    const sum = [...weights].reduce((total, [id, weight]) => total + weight * shareOf(id), 0);
    percent = Math.min(98, Math.max(percent, sum));
    // A model may come as late as at the sampler that needs it; it is no progress, and the step before it comes back.
    return { percent, nodeId: isLoading ? 'load-ai-model' : nodeId };
  };
}
