/**
 * Removes invalid node rotations: zero quaternions and values that are not numbers. glTF readers disagree about them;
 * without one the node is not rotated.
 *
 * @param json A glTF document; changed.
 * @returns Indices of the nodes that had one.
 */
export function mendRotations(json: { readonly nodes?: readonly object[] }): number[] {
  const mended: number[] = [];
  for (const [index, node] of (json.nodes ?? []).entries()) {
    const { rotation } = node as { rotation?: unknown };
    if (rotation === undefined || isRotation(rotation)) continue;
    delete (node as { rotation?: unknown }).rotation;
    mended.push(index);
  }
  return mended;
}

function isRotation(value: unknown): boolean {
  if (!Array.isArray(value) || value.length !== 4) return false;
  const length = value.reduce(
    (sum: number, cell) => sum + (typeof cell === 'number' ? cell ** 2 : Number.NaN),
    0,
  );
  return Number.isFinite(length) && length > 1e-12;
}
