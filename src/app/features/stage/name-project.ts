/** What new projects are called, in every language that one may have been made in; several are numbered. */
const UNNAMED = /^(New project|Proyecto nuevo)( \d+)?$/;

/**
 * What a project that nobody has named is called from its first model on: the file's name as words.
 *
 * @returns Null where the person has given a name, or the file has none that says anything.
 */
export function nameProject(current: string, modelName: string): string | null {
  if (!UNNAMED.test(current)) return null;
  const words = modelName
    .replace(/\.(glb|gltf|obj|zip)$/i, '')
    .replace(/[\s_-]+/g, ' ')
    .trim()
    .slice(0, 255);
  if (!/\p{L}/u.test(words)) return null;
  return words.charAt(0).toUpperCase() + words.slice(1);
}
