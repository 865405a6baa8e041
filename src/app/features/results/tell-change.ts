import type { ProvenanceChange } from '../../../contract/http/renders.ts';

/** What is told as a list of names, with what parts them. */
const LISTS: ReadonlySet<ProvenanceChange['what']> = new Set(['models', 'nodes']);

/** Both sides of a change; of lists only what one has and the other does not. Empty where there is nothing. */
export function tellChange({ what, before, after }: ProvenanceChange): readonly [string, string] {
  if (!LISTS.has(what)) return [before, after];
  const [old, now] = [namesOf(before), namesOf(after)];
  return [without(old, now), without(now, old)];
}

function namesOf(list: string): string[] {
  return list.split(/, | \| /).filter((name) => name !== '');
}

function without(names: readonly string[], others: readonly string[]): string {
  return [...new Set(names)].filter((name) => !others.includes(name)).join(', ');
}
