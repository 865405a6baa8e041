import { fitText } from '../../contract/files/fit-text.ts';
import { compose, type Matrix } from '../matrix.ts';
import type { GltfJson } from './gltf-json.ts';

/** The extension that says of a node and all below it whether they show. */
export const NODE_VISIBILITY = 'KHR_node_visibility';

/** Values of a document that `readGlb` has not checked: any JSON may stand there. Read them through this file. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** An object, or one without fields. */
export function objectOf(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? fitText(value, value.length) : '';
}

/** `length` finite numbers, or null. */
export function numbersOf(value: unknown, length: number): number[] | null {
  if (!Array.isArray(value) || value.length !== length) return null;
  return value.every((item) => typeof item === 'number' && Number.isFinite(item)) ? value : null;
}

export function numberOf(value: unknown, otherwise: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
}

/** Indices of the nodes a viewer draws: the tree of the default scene, parents first. */
export function listSceneNodes(json: GltfJson): { index: number; parent: number | null }[] {
  const scene = json.scenes?.[json.scene ?? 0];
  const order: { index: number; parent: number | null }[] = [];
  const waiting = [...(scene?.nodes ?? [])]
    .reverse()
    .map((index) => ({ index, parent: null as number | null }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    order.push(next);
    const { index } = next;
    for (const child of [...(json.nodes?.[index]?.children ?? [])].reverse()) {
      waiting.push({ index: child, parent: index });
    }
  }
  return order;
}

/** The node indices below and including `tops`. @param nodes Parents before their children. */
export function withBelow(
  nodes: readonly { readonly index: number; readonly parent: number | null }[],
  tops: readonly number[],
): Set<number> {
  const all = new Set(tops);
  for (const { index, parent } of nodes) if (parent !== null && all.has(parent)) all.add(index);
  return all;
}

/** Whether a node's own flags say hidden, in either form (D23). */
export function isHiddenInFile(node: JsonObject): boolean {
  const extension = objectOf(objectOf(node.extensions)[NODE_VISIBILITY]);
  return extension.visible === false || objectOf(node.extras).visible === false;
}

/** The matrix of a glTF node: its own, or translation * rotation * scale. */
export function nodeMatrix(node: JsonObject): Matrix {
  const matrix = numbersOf(node.matrix, 16);
  if (matrix !== null) return matrix;
  return compose(
    numbersOf(node.translation, 3) ?? [0, 0, 0],
    numbersOf(node.rotation, 4) ?? [0, 0, 0, 1],
    numbersOf(node.scale, 3) ?? [1, 1, 1],
  );
}
