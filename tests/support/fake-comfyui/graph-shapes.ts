/** A graph in API format: a node's inputs are values or links `[node, slot]`. */
export type Graph = Readonly<Record<string, GraphNode>>;
export interface GraphNode {
  readonly class_type: string;
  readonly inputs: Readonly<Record<string, GraphInput>>;
}
export type GraphInput = readonly [node: string, slot: number] | string | number | boolean;

/** A graph as it came: nothing about it is sure yet. */
export type AnyGraph = Record<string, AnyNode>;
export interface AnyNode {
  class_type?: string;
  /** Absent in a graph that somebody broke. */
  inputs: Record<string, unknown>;
  _meta?: { title?: string };
}
export interface GraphError {
  readonly type: string;
  readonly message: string;
  readonly details: string;
  readonly extra_info: Record<string, unknown>;
}
export interface NodeReport {
  readonly errors: readonly GraphError[];
  readonly dependent_outputs: string[];
  readonly class_type: string;
}
export type NodeErrors = Record<string, NodeReport>;

/** An error about one input. */
export function fault(
  type: string,
  message: string,
  details: string,
  input_name: string,
  more: object = {},
): GraphError {
  return { type, message, details, extra_info: { input_name, ...more } };
}
