/** A file's name without its extension. */
export function stemOf(name: string): string {
  return name.replace(/\.[^.]*$/, '').trim();
}
