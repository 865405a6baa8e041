import { GRADIENT_STOPS } from '../../../contract/constants.ts';
import type { Gradient } from '../../../contract/scene/gradient.ts';
import { colourGradient } from '../../../contract/scene/gradient.ts';

/**
 * A gradient with one stop more, which changes no colour yet.
 *
 * @param at Where, 0 to 1.
 * @returns With the number of the new stop; null when there are as many as there may be.
 */
export function addStop(gradient: Gradient, at: number): { gradient: Gradient; index: number } | null {
  const { stops } = gradient;
  if (stops.length >= GRADIENT_STOPS.max) return null;
  const colour = `#${colourGradient(stops)(at)
    .map((value) => Math.round(value).toString(16).padStart(2, '0'))
    .join('')}`;
  const after = stops.findIndex((stop) => stop.at > at);
  const index = after < 0 ? stops.length : after;
  return { gradient: { ...gradient, stops: stops.toSpliced(index, 0, { at, colour }) }, index };
}

/** A gradient without one of its stops; null when it has no more than it must have. */
export function removeStop(gradient: Gradient, index: number): Gradient | null {
  const { stops } = gradient;
  return stops.length <= GRADIENT_STOPS.min ? null : { ...gradient, stops: stops.toSpliced(index, 1) };
}

/** The middle of the widest gap between stops, or of what is left before the first or after the last. */
export function findRoom({ stops }: Gradient): number {
  const places = [0, ...stops.map(({ at }) => at), 1];
  const gaps = places.slice(1).map((place, index) => ({ width: place - (places[index] ?? 0), place }));
  const widest = gaps.reduce((best, gap) => (gap.width > best.width ? gap : best));
  return Math.round((widest.place - widest.width / 2) * 100) / 100;
}

/** The same colours the other way round. */
export function reverseGradient(gradient: Gradient): Gradient {
  const stops = gradient.stops.map(({ at, colour }) => ({ at: 1 - at, colour })).reverse();
  return { ...gradient, stops };
}
