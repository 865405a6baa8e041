import type { Label } from '../../contract/scene/label.ts';

/** One label as it shall be. */
export interface LabelEntry {
  /** See {@link keyLabels}. */
  readonly key: string;
  /** Its place in the list, if it is new there. */
  readonly index: number;
  /** Null: it shall be gone. */
  readonly entry: Label | null;
}

/** By what labels are told apart: the hash of their picture, and the how manieth of that picture one is in the list. */
export function keyLabels(labels: readonly Label[]): string[] {
  const counts = new Map<string, number>();
  return labels.map(({ imageHash }) => {
    const count = (counts.get(imageHash) ?? 0) + 1;
    counts.set(imageHash, count);
    return `${imageHash}:${count}`;
  });
}

/** Each label of a list, as it is there. */
export function listLabels(labels: readonly Label[]): LabelEntry[] {
  const keys = keyLabels(labels);
  return labels.map((entry, index) => ({ key: keys[index] ?? '', index, entry }));
}

/** The list with some of its labels as they shall be: at once, since keys count. Others stay, each in its place. */
export function placeLabels(labels: readonly Label[], entries: readonly LabelEntry[]): Label[] {
  const wanted = new Map(entries.map((one) => [one.key, one]));
  const next = listLabels(labels).flatMap(({ key, entry }) => {
    const found = wanted.get(key) ?? { entry };
    wanted.delete(key);
    return found.entry ?? [];
  });
  for (const { index, entry } of [...wanted.values()].sort((a, b) => a.index - b.index)) {
    if (entry !== null) next.splice(Math.min(index, next.length), 0, entry);
  }
  return next;
}

/** The list in the order of another one, if that is not the order before; what that one does not have stands last. */
export function orderLabels(
  labels: readonly Label[],
  order: readonly Label[],
  before: readonly Label[],
): readonly Label[] {
  const [keys, old] = [keyLabels(order), keyLabels(before)];
  const isBoth = (key: string): boolean => keys.includes(key) && old.includes(key);
  if (keys.filter(isBoth).join() === old.filter(isBoth).join()) return labels;
  const placeOf = (key: string): number => (keys.includes(key) ? keys.indexOf(key) : keys.length);
  return listLabels(labels)
    .sort((a, b) => placeOf(a.key) - placeOf(b.key))
    .flatMap(({ entry }) => entry ?? []);
}
