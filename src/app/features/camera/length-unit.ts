import type { Units } from '../../browser/preferences.ts';
import type { NumberUnit } from '../../ui/NumberBox.tsx';

/** A unit of length, and how many of it a metre has. */
export interface LengthUnit {
  readonly unit: NumberUnit;
  readonly perMetre: number;
  readonly decimals: number;
}

const MILLIMETRES: LengthUnit = { unit: 'millimeter', perMetre: 1_000, decimals: 1 };
const CENTIMETRES: LengthUnit = { unit: 'centimeter', perMetre: 100, decimals: 1 };
const METRES: LengthUnit = { unit: 'meter', perMetre: 1, decimals: 2 };
const INCHES: LengthUnit = { unit: 'inch', perMetre: 1 / 0.0254, decimals: 2 };

/**
 * The unit for lengths around a product. It depends on nothing that is typed: a field that changes its unit while it is
 * typed into cannot be used.
 *
 * @param metres Longest side of the product.
 */
export function lengthUnit(metres: number, units: Units): LengthUnit {
  if (units === 'metres') return METRES;
  if (units === 'centimetres') return CENTIMETRES;
  if (units === 'inches') return INCHES;
  if (metres < 0.05) return MILLIMETRES;
  return metres < 3 ? CENTIMETRES : METRES;
}
