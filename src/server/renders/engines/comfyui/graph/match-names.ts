/**
 * The first name that the first pattern finds; failing that, the second pattern, and so on.
 *
 * @param patterns Parts of a name in any case; `*` stands for anything between two parts.
 * @param names File names with folders, as a server lists them.
 */
export function findName(names: readonly string[], patterns: readonly string[]): string | null {
  for (const pattern of patterns) {
    const found = names.find((name) => matches(name, pattern));
    if (found !== undefined) return found;
  }
  return null;
}

export function matches(name: string, pattern: string): boolean {
  const text = name.toLowerCase().replaceAll('\\', '/');
  let from = 0;
  for (const part of pattern.toLowerCase().split('*')) {
    const at = text.indexOf(part, from);
    if (at === -1) return false;
    from = at + part.length;
  }
  return true;
}

/** A file's name without its folder; servers on Windows write folders with a backslash. */
export function baseName(name: string): string {
  return name.replaceAll('\\', '/').split('/').at(-1) ?? name;
}
