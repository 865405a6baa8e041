import type { FileNode } from '../../../contract/compute-api.ts';

/** One line of the object tree. */
export interface TreeRow {
  readonly node: FileNode;
  /** 1 for the top. */
  readonly level: number;
  readonly hasChildren: boolean;
  readonly isOpen: boolean;
}

/** Groups open at the start while the tree has no more nodes than this (G22). */
export const OPEN_ALL_UP_TO = 50;

/**
 * The lines of the tree that are not folded away. Groups named with a hyphen or `light_` are left out and their
 * children move up; a mesh is never left out (D8).
 *
 * @param closed Indices of folded groups.
 * @param material Only meshes drawn with this material, under their groups; null for all.
 */
export function listTreeRows(
  nodes: readonly FileNode[],
  closed: ReadonlySet<number>,
  material: number | null,
): TreeRow[] {
  const shown = new Map(nodes.filter(isShown).map((node) => [node.index, node]));
  const all = new Map(nodes.map((node) => [node.index, node]));
  const kept = material === null ? null : listKept(nodes, all, material);
  const children = new Map<number | null, FileNode[]>();
  for (const node of shown.values()) {
    if (kept !== null && !kept.has(node.index)) continue;
    const parent = shownParent(node, all, shown);
    const siblings = children.get(parent);
    if (siblings === undefined) children.set(parent, [node]);
    else siblings.push(node);
  }

  const rows: TreeRow[] = [];
  const stack = (children.get(null) ?? []).map((node) => ({ node, level: 1 })).reverse();
  for (let entry = stack.pop(); entry !== undefined; entry = stack.pop()) {
    const below = children.get(entry.node.index) ?? [];
    const isOpen = below.length > 0 && (kept !== null || !closed.has(entry.node.index));
    rows.push({ ...entry, hasChildren: below.length > 0, isOpen });
    if (!isOpen) continue;
    for (const node of [...below].reverse()) stack.push({ node, level: entry.level + 1 });
  }
  return rows;
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

/** Meshes with the material, and all groups above them. */
function listKept(
  nodes: readonly FileNode[],
  all: ReadonlyMap<number, FileNode>,
  material: number,
): ReadonlySet<number> {
  const kept = new Set<number>();
  for (const node of nodes) {
    if (!node.materials.includes(material)) continue;
    for (let at: FileNode | undefined = node; at !== undefined && !kept.has(at.index); ) {
      kept.add(at.index);
      at = at.parent === null ? undefined : all.get(at.parent);
    }
  }
  return kept;
}
