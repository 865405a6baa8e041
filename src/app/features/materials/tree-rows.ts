import type { FileNode } from '../../../contract/model-report.ts';

/** One line of the object tree: a node, or the controls of a material of the mesh above it. */
export type TreeLine =
  | {
      readonly kind: 'node';
      readonly node: FileNode;
      /** 1 for the top. */
      readonly level: number;
      /** It has nodes below it, or a material to open. */
      readonly canOpen: boolean;
      readonly isOpen: boolean;
    }
  | {
      readonly kind: 'controls';
      readonly node: FileNode;
      readonly level: number;
      /** The file's number of the material. */
      readonly material: number;
    };

export type NodeLine = Extract<TreeLine, { kind: 'node' }>;

/** What of the tree is folded, and what of it is listed. */
export interface TreeView {
  /** Indices of nodes whose children are folded away. */
  readonly closed: ReadonlySet<number>;
  /** Indices of meshes whose materials show their controls. */
  readonly opened: ReadonlySet<number>;
  /** Only these meshes, under their groups, which are open then; null for all. */
  readonly only: ReadonlySet<number> | null;
}

/**
 * The lines of the tree that are not folded away. Groups named with a hyphen or `light_` are left out and their
 * children move up; a mesh is never left out (D8).
 */
export function listTreeLines(nodes: readonly FileNode[], { closed, opened, only }: TreeView): TreeLine[] {
  const shown = new Map(nodes.filter(isShown).map((node) => [node.index, node]));
  const all = new Map(nodes.map((node) => [node.index, node]));
  const kept = only === null ? null : withGroups(all, only);
  const children = new Map<number | null, FileNode[]>();
  for (const node of shown.values()) {
    if (kept !== null && !kept.has(node.index)) continue;
    const parent = shownParent(node, all, shown);
    const siblings = children.get(parent);
    if (siblings === undefined) children.set(parent, [node]);
    else siblings.push(node);
  }

  const lines: TreeLine[] = [];
  const stack = (children.get(null) ?? []).map((node) => ({ node, level: 1 })).reverse();
  for (let entry = stack.pop(); entry !== undefined; entry = stack.pop()) {
    const { node, level } = entry;
    const below = children.get(node.index) ?? [];
    const hasControls = node.hasMesh && opened.has(node.index);
    const isOpen = below.length > 0 ? kept !== null || !closed.has(node.index) : hasControls;
    lines.push({ kind: 'node', node, level, canOpen: below.length > 0 || node.hasMesh, isOpen });
    if (!isOpen) continue;
    for (const material of hasControls ? new Set(node.materials) : []) {
      lines.push({ kind: 'controls', node, level: level + 1, material });
    }
    for (const child of [...below].reverse()) stack.push({ node: child, level: level + 1 });
  }
  return lines;
}

/** Whether there is a tree to show: no node at all, none that could be listed, or parents that contradict each other. */
export function judgeTree(nodes: readonly FileNode[]): 'ok' | 'empty' | 'invalid' | 'broken' {
  if (nodes.length === 0) return 'empty';
  const all = new Map(nodes.map((node) => [node.index, node]));
  const sound = new Set<number>();
  for (const node of nodes) {
    const path = new Set<number>();
    for (let at: FileNode | undefined = node; at !== undefined && !sound.has(at.index); ) {
      if (path.has(at.index) || (at.parent !== null && !all.has(at.parent))) return 'broken';
      path.add(at.index);
      at = at.parent === null ? undefined : all.get(at.parent);
    }
    for (const index of path) sound.add(index);
  }
  return nodes.some(isShown) ? 'ok' : 'invalid';
}

function isShown(node: FileNode): boolean {
  return node.hasMesh || !(node.name.includes('-') || node.name.startsWith('light_'));
}

function shownParent(
  node: FileNode,
  all: ReadonlyMap<number, FileNode>,
  shown: ReadonlyMap<number, FileNode>,
): number | null {
  let parent = node.parent;
  while (parent !== null && !shown.has(parent)) parent = all.get(parent)?.parent ?? null;
  return parent;
}

/** Meshes and all groups above them. */
function withGroups(all: ReadonlyMap<number, FileNode>, meshes: ReadonlySet<number>): ReadonlySet<number> {
  const kept = new Set<number>();
  for (const index of meshes) {
    for (let at = all.get(index); at !== undefined && !kept.has(at.index); ) {
      kept.add(at.index);
      at = at.parent === null ? undefined : all.get(at.parent);
    }
  }
  return kept;
}
