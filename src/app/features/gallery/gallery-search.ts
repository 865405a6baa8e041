import type { DateValue } from 'react-aria-components';
import type { EngineName } from '../../../contract/engine-name.ts';

/** What the pictures are narrowed to. */
export interface GallerySearch {
  readonly words: string;
  /** Id of a library item. */
  readonly material: number | null;
  readonly engine: EngineName | null;
  /** Whole days, as the person's calendar has them. */
  readonly days: { readonly start: DateValue; readonly end: DateValue } | null;
  readonly isStarred: boolean;
}

export const EVERYTHING: GallerySearch = {
  words: '',
  material: null,
  engine: null,
  days: null,
  isStarred: false,
};

/** False while it leaves nothing out. */
export function isNarrowed({ words, material, engine, days, isStarred }: GallerySearch): boolean {
  return words.trim() !== '' || material !== null || engine !== null || days !== null || isStarred;
}

/**
 * The search as the server takes it: days become moments, from the first one's beginning to the last one's end.
 *
 * @param zone Where the person's days begin, an IANA name; by default that of the device.
 */
export function searchParameters(
  { words, material, engine, days, isStarred }: GallerySearch,
  zone = new Intl.DateTimeFormat().resolvedOptions().timeZone,
): URLSearchParams {
  const query = new URLSearchParams();
  if (words.trim() !== '') query.set('q', words.trim());
  if (material !== null) query.set('material', String(material));
  if (engine !== null) query.set('engine', engine);
  if (isStarred) query.set('starred', 'true');
  if (days !== null) {
    query.set('from', days.start.toDate(zone).toISOString());
    query.set('to', days.end.add({ days: 1 }).toDate(zone).toISOString());
  }
  return query;
}
