import type { NodeLine, TreeLine } from './tree-rows.ts';

/** What a key does in the tree. */
export type TreeMove =
  | { readonly kind: 'focus' | 'show' | 'select'; readonly line: NodeLine }
  | { readonly kind: 'fold'; readonly line: NodeLine; readonly isOpen: boolean };

/**
 * Arrows, Home and End go from node to node, past the controls between them; right opens or goes on, left closes or goes
 * to the group; Space shows or hides and Enter lights up where the line itself has the focus. Null for any other key.
 */
export function moveInTree(
  lines: readonly TreeLine[],
  at: number,
  key: string,
  isOnLine: boolean,
): TreeMove | null {
  const line = lines[at];
  if (line === undefined || line.kind !== 'node') return null;
  const focus = (target: TreeLine | undefined): TreeMove => ({
    kind: 'focus',
    line: target?.kind === 'node' ? target : line,
  });
  const isNode = (other: TreeLine): boolean => other.kind === 'node';
  const next = lines.find((other, index) => index > at && isNode(other));
  switch (key) {
    case 'ArrowDown':
      return focus(next);
    case 'ArrowUp':
      return focus(lines.findLast((other, index) => index < at && isNode(other)));
    case 'Home':
      return focus(lines.find(isNode));
    case 'End':
      return focus(lines.findLast(isNode));
    case 'ArrowRight':
      return line.canOpen && !line.isOpen ? { kind: 'fold', line, isOpen: true } : focus(next);
    case 'ArrowLeft':
      if (line.isOpen) return { kind: 'fold', line, isOpen: false };
      return focus(lines.findLast((other, index) => index < at && isNode(other) && other.level < line.level));
    case ' ':
      return isOnLine ? { kind: 'show', line } : null;
    case 'Enter':
      return isOnLine ? { kind: 'select', line } : null;
    default:
      return null;
  }
}
