/**
 * Takes rotations out that turn nowhere: all zero, or no numbers. What a reader makes of them is its own; without them
 * the part stands as if it had none.
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
