import type { BufferGeometry } from 'three';
import type { SceneGeometry } from '../../src/tracer/scene.ts';

/** Parts as one soup, each with the material of its place. */
export function joinParts(parts: readonly BufferGeometry[]): SceneGeometry {
  const flat = parts.map((part) => (part.getIndex() === null ? part : part.toNonIndexed()));
  const counts = flat.map((part) => part.getAttribute('position').count);
  const count = counts.reduce((sum, n) => sum + n, 0);
  const positions = new Float32Array(count * 3);
  const normals = new Float32Array(count * 3);
  const materialOfTriangle = new Uint16Array(count / 3);
  let vertex = 0;
  for (const [i, part] of flat.entries()) {
    positions.set(part.getAttribute('position').array, vertex * 3);
    normals.set(part.getAttribute('normal').array, vertex * 3);
    materialOfTriangle.fill(i, vertex / 3, (vertex + counts[i]!) / 3);
    vertex += counts[i]!;
  }
  return {
    positions,
    normals,
    tangents: null,
    uv0: new Float32Array(count * 2),
    uv1: new Float32Array(count * 2),
    colours: null,
    indices: Uint32Array.from({ length: count }, (_, i) => i),
    materialOfTriangle,
  };
}
