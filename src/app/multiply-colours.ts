import { encodeSrgb, parseColour } from '../tracer/parse-colour.ts';

/** What light leaves of two colours, one after the other. @returns `#rrggbb`, as both are. */
export function multiplyColours(first: string, second: string): string {
  const other = parseColour(second);
  const digits = parseColour(first).map((value, channel) =>
    Math.round(encodeSrgb(value * (other[channel] ?? 1)) * 255)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${digits.join('')}`;
}
