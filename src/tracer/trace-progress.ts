import type { StudioNodeId } from '../contract/render-nodes.ts';
import { STUDIO_NODES } from '../contract/render-nodes.ts';
import type { TraceEvent } from './trace-events.ts';

type NodeEvent = Extract<TraceEvent, { kind: 'node' }>;

/** How far a pass is, and which it is. */
interface PassProgress {
  readonly pass: number;
  readonly passCount: number;
  /** Of all samples, 0 to 1. */
  readonly share: number;
}

/** Makes the events that tell what an order is at. */
export interface TraceProgress {
  begin(node: StudioNodeId, imageIndex: number, pass?: PassProgress): NodeEvent;
  /** A node that works on one band of a picture after the other while others are still traced. */
  during(node: StudioNodeId, imageIndex: number, share: number): NodeEvent;
  skip(node: StudioNodeId, imageIndex: number): NodeEvent;
}

/** Loading and building are done once per order; the other nodes once per picture. */
const SHARED_NODES: readonly StudioNodeId[] = ['load-model', 'build-acceleration', 'prepare-materials'];

export function createProgress(imageCount: number): TraceProgress {
  const shared = STUDIO_NODES.filter(({ id }) => SHARED_NODES.includes(id));
  const own = STUDIO_NODES.filter(({ id }) => !SHARED_NODES.includes(id));
  const sum = (nodes: readonly { readonly weight: number }[]) =>
    nodes.reduce((all, { weight }) => all + weight, 0);
  const before = (node: StudioNodeId, imageIndex: number, share: number): number => {
    const place = shared.findIndex(({ id }) => id === node);
    if (place >= 0) return sum(shared.slice(0, place));
    const index = own.findIndex(({ id }) => id === node);
    const inside = sum(own.slice(0, index)) + share * (own[index]?.weight ?? 0);
    return sum(shared) + (sum(own) * imageIndex + inside) / imageCount;
  };
  return {
    begin(node, imageIndex, pass) {
      const progress = before(node, imageIndex, pass?.share ?? 0);
      const event: NodeEvent = { kind: 'node', node, status: 'running', progress, imageIndex };
      return pass === undefined ? event : { ...event, pass: pass.pass, passCount: pass.passCount };
    },
    during: (node, imageIndex, share) => ({
      kind: 'node',
      node,
      status: 'running',
      progress: before('path-trace', imageIndex, share),
      imageIndex,
    }),
    skip: (node, imageIndex) => ({
      kind: 'node',
      node,
      status: 'skipped',
      progress: before(node, imageIndex, 1),
      imageIndex,
    }),
  };
}
