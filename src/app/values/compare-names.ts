/**
 * The one order of names: by the alphabet of a language, case and accents aside, and by the value of numbers in them, so that
 * “Chair 2” stands before “Chair 10”.
 *
 * @param language BCP 47.
 * @returns For `sort`; 0 for names that are the same then.
 */
export function compareNames(language: string): (a: string, b: string) => number {
  return new Intl.Collator(language, { sensitivity: 'base', numeric: true }).compare;
}
