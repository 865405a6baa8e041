/** Whether a file's name or path is that of a model: GLB, glTF or OBJ. */
export function isModelName(name: string): boolean {
  return /\.(glb|gltf|obj)$/i.test(name);
}

/** The same, or that of an archive, which may hold one. */
export function mayHoldModel(name: string): boolean {
  return isModelName(name) || /\.zip$/i.test(name);
}

/** What a model is called without the extension of the file that it came in. */
export function stemOfModel(name: string): string {
  return name.replace(/\.(glb|gltf|obj|zip)$/i, '');
}
