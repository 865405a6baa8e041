const DEFAULT_MAX = 64;

/** A text of at most `max` characters: what is longer keeps its beginning and its end, by which people tell addresses apart. */
export function shortenMiddle(text: string, max = DEFAULT_MAX): string {
  const characters = [...text];
  if (characters.length <= max) return text;
  const kept = max - 1;
  const end = Math.floor(kept / 3);
  return `${characters.slice(0, kept - end).join('')}…${characters.slice(-end).join('')}`;
}
