/** Characters that no system wants in a file's name become a dash; may be empty. */
export function cleanFileName(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be in a name
  return name.replace(/[\x00-\x1f/\\:*?"<>|]/g, '-').trim();
}
