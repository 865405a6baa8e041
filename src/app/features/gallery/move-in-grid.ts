/** What a key asks of a grid of pictures. */
export type GridMove =
  | { readonly to: number }
  | 'open'
  | 'toggle'
  | 'all'
  | 'none'
  | 'delete'
  | 'delete-selected';

interface GridKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/**
 * Reads a key, as in any grid: arrows, Home and End in a row and with Ctrl in all, pages.
 *
 * @param at Index of the card with the focus.
 * @param isInside The focus is on a button of the card, which has Enter and Space for itself, and says of Delete
 *   only that it is for what is selected.
 * @returns Null for a key that is none of the grid's.
 */
export function readGridKey(
  { key, ctrlKey, metaKey }: GridKey,
  at: number,
  count: number,
  columns: number,
  pageRows: number,
  isInside: boolean,
): GridMove | null {
  const isWide = ctrlKey || metaKey;
  const go = (to: number): GridMove => ({ to: Math.min(count - 1, Math.max(0, to)) });
  const rowStart = at - (at % columns);
  switch (key) {
    case 'ArrowLeft':
      return go(at - 1);
    case 'ArrowRight':
      return go(at + 1);
    case 'ArrowUp':
      return at < columns ? go(at) : go(at - columns);
    case 'ArrowDown':
      return go(at + columns);
    case 'Home':
      return go(isWide ? 0 : rowStart);
    case 'End':
      return go(isWide ? count - 1 : rowStart + columns - 1);
    case 'PageUp':
      return go(at - columns * pageRows);
    case 'PageDown':
      return go(at + columns * pageRows);
    case 'Escape':
      return 'none';
    case 'a':
      return isWide ? 'all' : null;
  }
  if (isInside) return key === 'Delete' ? 'delete-selected' : null;
  if (key === 'Enter') return 'open';
  if (key === ' ') return 'toggle';
  return key === 'Delete' ? 'delete' : null;
}
