import * as L from '../kernel/layout.ts';
import type { TracerScene } from '../scene.ts';

/** Walks the tree and marks the triangles of its leaves. */
export function markTriangles(tree: Int32Array, marksOf: (triangle: number) => number): void {
  const waiting = [0];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const children = (node + L.NODE_CHILDREN) >> 2;
    for (let child = children; child < children + 4; child++) {
      const at = tree[child]!;
      if (at > 0) waiting.push(at);
      if (at >= 0) continue;
      const words = (L.LEAF_TRIANGLES - at) >> 2;
      for (let lane = words; lane < words + 4; lane++) {
        const triangle = tree[lane]!;
        if (triangle >= 0) tree[lane] = triangle | marksOf(triangle);
      }
    }
  }
}

/** Eight floats a point: position, normal, first texture coordinates. */
export function interleave({ positions, normals, uv0 }: TracerScene['geometry'], out: Float32Array): void {
  for (let v = 0; v < positions.length / 3; v++) {
    for (let axis = 0; axis < 3; axis++) {
      out[v * 8 + axis] = positions[v * 3 + axis]!;
      out[v * 8 + 3 + axis] = normals[v * 3 + axis]!;
    }
    out[v * 8 + 6] = uv0[v * 2]!;
    out[v * 8 + 7] = uv0[v * 2 + 1]!;
  }
}
