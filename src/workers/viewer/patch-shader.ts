/**
 * Changes a shader of three.js at the texts that are named, each once.
 *
 * @param changes What stands there, and what shall stand in its place.
 * @throws Error when three.js no longer has one of these texts: without its change the picture would be wrong in silence.
 */
export function patchShader(
  source: string,
  changes: readonly (readonly [text: string, by: string])[],
): string {
  return changes.reduce((patched, [text, by]) => {
    if (!patched.includes(text)) throw new Error(`three.js has a shader without "${text}"`);
    return patched.replace(text, () => by);
  }, source);
}
