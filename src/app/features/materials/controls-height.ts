import type { MaterialRow } from '../../model/list-materials.ts';
import { listValueFields } from './material-values.ts';

/** How a material's controls stand just now. */
interface Standing {
  readonly isOpen: boolean;
  /** Its tools show; under a finger they have a line of their own. */
  readonly isActive: boolean;
  readonly isCoarse: boolean;
}

/**
 * Height of a material's controls in CSS pixels, as `MaterialControls.module.css` lays them out: a windowed list has to
 * know it before it draws.
 */
export function controlsHeightPx(row: MaterialRow, { isOpen, isActive, isCoarse }: Standing): number {
  const details = isOpen ? detailsHeightPx(row, isCoarse) : 0;
  if (isCoarse) return (isActive || isOpen ? 110 : 62) + details;
  return (row.hasTexture ? 54 : 42) + details;
}

/** Of the settings under a row: a line of buttons, a line for each value, and the space below. */
export function detailsHeightPx(row: MaterialRow, isCoarse: boolean): number {
  const line = isCoarse ? 44 : 32;
  return (listValueFields(row).length + 1) * line + 12;
}
