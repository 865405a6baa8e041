/** So many names are listed where nothing is near. */
const LISTED_MAX = 12;

/**
 * What somebody can have meant by a name that nothing has, as the rest of a sentence: those that are nearest, else all
 * of a short list.
 *
 * @returns Begins with a space; empty where there is nothing to name.
 */
export function suggestNames(wanted: string, names: readonly string[]): string {
  const meant = guessNames(wanted, names);
  if (meant !== '' || names.length === 0) return meant;
  const rest = names.length > LISTED_MAX ? ', …' : '';
  return ` There are ${names.slice(0, LISTED_MAX).map(quote).join(', ')}${rest}.`;
}

/** {@link suggestNames} where all that there are have just been told: those that are nearest, or nothing. */
export function guessNames(wanted: string, names: readonly string[]): string {
  const target = wanted.toLowerCase();
  const ranked = names
    .map((name) => ({ name, distance: distanceOf(target, name.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  // Two letters that changed places count as two.
  const allowed = target.length < 3 ? 1 : Math.max(2, target.length / 3);
  const near = ranked.filter(({ distance }) => distance <= allowed).slice(0, 3);
  const holding = names.filter((name) => target.length > 2 && name.toLowerCase().includes(target));
  const meant = [...new Set([...near.map(({ name }) => name), ...holding])].slice(0, 5);
  return meant.length > 0 ? ` Did you mean ${meant.map(quote).join(', ')}?` : '';
}

function quote(name: string): string {
  return `“${name}”`;
}

/** Letters to put in, take out or replace (Levenshtein). */
function distanceOf(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
