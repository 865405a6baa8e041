import type { AiNodeId } from '../../../../../contract/render-nodes.ts';
import type { Graph, GraphInput, GraphNode } from './parts.ts';

/** An output of a node of a draft. */
export type Link = readonly [node: string, slot: number];

/** A graph while it is put together. */
export interface GraphDraft {
  readonly graph: Graph;
  readonly steps: Readonly<Record<string, AiNodeId>>;
  /**
   * @param step What progress calls the node.
   * @returns Its first output.
   */
  add(step: AiNodeId, id: string, classType: string, inputs: Record<string, GraphInput>): Link;
}

export function createDraft(): GraphDraft {
  const graph: Record<string, GraphNode> = {};
  const steps: Record<string, AiNodeId> = {};
  return {
    graph,
    steps,
    add(step, id, classType, inputs) {
      graph[id] = { class_type: classType, inputs };
      steps[id] = step;
      return [id, 0];
    },
  };
}
