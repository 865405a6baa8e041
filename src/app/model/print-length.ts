import type { Units } from '../browser/preferences.ts';
import type { Formatters } from '../texts/formatters.ts';

const METRES_PER_INCH = 0.0254;

/** A length on the real product in the person's units, with one decimal where it is short. */
export function printLength(metres: number, units: Units, format: Pick<Formatters, 'number'>): string {
  const [size, unit] = inUnits(metres, units);
  const step = size < 1 ? 100 : size < 10 ? 10 : 1;
  return `${format.number(Math.round(size * step) / step)}\u00a0${unit}`;
}

function inUnits(metres: number, units: Units): readonly [number, string] {
  if (units === 'metres') return [metres, 'm'];
  if (units === 'centimetres') return [metres * 100, 'cm'];
  if (units === 'inches') return [metres / METRES_PER_INCH, 'in'];
  if (metres < 0.01) return [metres * 1000, 'mm'];
  return metres < 1 ? [metres * 100, 'cm'] : [metres, 'm'];
}
