import type { MaterialRow } from '../../list-materials.ts';
import { listValueFields } from './material-values.ts';

/**
 * Height of a material's controls in CSS pixels, as `MaterialControls.module.css` lays them out: a windowed list has to
 * know it before it draws.
 */
export function controlsHeightPx(row: MaterialRow, isOpen: boolean, isCoarse: boolean): number {
  const plain = isCoarse ? 60 : 44;
  const pictured = isCoarse ? 102 : 86;
  return (row.hasTexture ? pictured : plain) + (isOpen ? detailsHeightPx(row, isCoarse) : 0);
}

/** Of the settings under a row: a line of buttons, a line for each value, and the space below. */
export function detailsHeightPx(row: MaterialRow, isCoarse: boolean): number {
  const line = isCoarse ? 44 : 32;
  return (listValueFields(row).length + 1) * line + 12;
}
