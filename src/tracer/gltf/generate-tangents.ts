/**
 * Tangents from texture coordinates: the direction of growing u in each triangle, summed per vertex by corner angle's
 * stand-in, the triangle's area, and made perpendicular to the normal. A vertex that mirrored and unmirrored
 * triangles share takes the side with the larger area; exporters split vertices there.
 *
 * @param uv Coordinates of the normal map's set, v down.
 * @returns xyzw per vertex, w the bitangent's sign (glTF 2.0, 3.7.2.1).
 */
export function generateTangents(
  indices: Uint32Array,
  positions: Float32Array,
  normals: Float32Array,
  uv: Float32Array,
): Float32Array {
  const count = positions.length / 3;
  const sums = new Float64Array(count * 3);
  const signs = new Float64Array(count);
  for (let i = 0; i < indices.length; i += 3) {
    const corners = [indices[i] ?? 0, indices[i + 1] ?? 0, indices[i + 2] ?? 0] as const;
    const [a, b, c] = corners;
    const du1 = (uv[b * 2] ?? 0) - (uv[a * 2] ?? 0);
    const dv1 = (uv[b * 2 + 1] ?? 0) - (uv[a * 2 + 1] ?? 0);
    const du2 = (uv[c * 2] ?? 0) - (uv[a * 2] ?? 0);
    const dv2 = (uv[c * 2 + 1] ?? 0) - (uv[a * 2 + 1] ?? 0);
    const area = du1 * dv2 - du2 * dv1;
    if (area === 0 || !Number.isFinite(area)) continue;
    const side = area > 0 ? 1 : -1;
    const t = [0, 0, 0];
    let length = 0;
    for (let k = 0; k < 3; k++) {
      const e1 = (positions[b * 3 + k] ?? 0) - (positions[a * 3 + k] ?? 0);
      const e2 = (positions[c * 3 + k] ?? 0) - (positions[a * 3 + k] ?? 0);
      const along = (e1 * dv2 - e2 * dv1) * side;
      t[k] = along;
      length += along * along;
    }
    if (length === 0) continue;
    const weight = faceArea(positions, a, b, c) / Math.sqrt(length);
    for (const corner of corners) {
      for (let k = 0; k < 3; k++) sums[corner * 3 + k] = (sums[corner * 3 + k] ?? 0) + (t[k] ?? 0) * weight;
      signs[corner] = (signs[corner] ?? 0) - side * weight;
    }
  }
  const tangents = new Float32Array(count * 4);
  for (let vertex = 0; vertex < count; vertex++) {
    const [nx, ny, nz] = [
      normals[vertex * 3] ?? 0,
      normals[vertex * 3 + 1] ?? 0,
      normals[vertex * 3 + 2] ?? 0,
    ];
    let [x, y, z] = [sums[vertex * 3] ?? 0, sums[vertex * 3 + 1] ?? 0, sums[vertex * 3 + 2] ?? 0];
    const along = x * nx + y * ny + z * nz;
    x -= along * nx;
    y -= along * ny;
    z -= along * nz;
    let length = Math.sqrt(x * x + y * y + z * z);
    if (!(length > 1e-30)) {
      // No usable direction: any perpendicular of the normal.
      [x, y, z] = Math.abs(nx) > 0.9 ? [-ny, nx, 0] : [0, nz, -ny];
      length = Math.sqrt(x * x + y * y + z * z) || 1;
    }
    tangents[vertex * 4] = x / length;
    tangents[vertex * 4 + 1] = y / length;
    tangents[vertex * 4 + 2] = z / length;
    tangents[vertex * 4 + 3] = (signs[vertex] ?? 0) < 0 ? -1 : 1;
  }
  return tangents;
}

function faceArea(p: Float32Array, a: number, b: number, c: number): number {
  const at = (i: number, k: number) => p[i * 3 + k] ?? 0;
  const [ux, uy, uz] = [at(b, 0) - at(a, 0), at(b, 1) - at(a, 1), at(b, 2) - at(a, 2)];
  const [vx, vy, vz] = [at(c, 0) - at(a, 0), at(c, 1) - at(a, 1), at(c, 2) - at(a, 2)];
  const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  return Math.sqrt(x * x + y * y + z * z);
}
