import type { Formatters } from '../../texts/formatters.ts';

/** 12000, 12,000, 12.000 or 12 000. */
const LONG_NUMBER = /(?<![\d.,])(?:\d{1,3}(?:[.,\u00a0\u202f ]\d{3})+|\d{4,})(?![\d.,]*\d)/g;

/** A line of what a plan offers, with its numbers of a thousand and more abbreviated (S1 9, A3). */
export function shortenNumbers(line: string, format: Pick<Formatters, 'planFeature'>): string {
  return line.replace(LONG_NUMBER, (digits) => format.planFeature(Number(digits.replace(/\D/g, ''))));
}
