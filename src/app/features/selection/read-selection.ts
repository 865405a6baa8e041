import type { MaterialSelectionBody } from '../../../contract/http/model-materials.ts';
import type { MaterialSelection } from '../../../contract/http/projects.ts';

/** The selection as the server has it; null for the automatic priority (G13). */
export function readSelection(body: MaterialSelectionBody): MaterialSelection | null {
  if (!body.has_manual_selection) return null;
  const time = (text: string | null): number => Math.max(0, Date.parse(text ?? '') || 0);
  return {
    selected: body.selected,
    deselected: body.deselected,
    created_at: time(body.created_at),
    updated_at: time(body.updated_at),
  };
}

/** Which materials, in whatever order and whenever. */
export function isSameChoice(a: MaterialSelection | null, b: MaterialSelection | null): boolean {
  if (a === null || b === null) return a === b;
  const sorted = (list: readonly string[]): string => [...list].sort().join();
  return sorted(a.selected) === sorted(b.selected) && sorted(a.deselected) === sorted(b.deselected);
}
