import type { BufferGeometry } from 'three';
import { findOpenMaterials } from '../../tracer/scene/find-open-materials.ts';

const known = new WeakMap<BufferGeometry, boolean>();

/**
 * Whether a shape is closed and looks outward as the tracer sees it, a tube without its ends among them: then it lets no light through
 * its backs. Found out once for each shape.
 */
export function isClosed(geometry: BufferGeometry): boolean {
  const before = known.get(geometry);
  if (before !== undefined) return before;
  const { position } = geometry.attributes;
  if (position === undefined) return false;
  const positions = new Float32Array(position.count * 3);
  for (let vertex = 0; vertex < position.count; vertex++) {
    positions[vertex * 3] = position.getX(vertex);
    positions[vertex * 3 + 1] = position.getY(vertex);
    positions[vertex * 3 + 2] = position.getZ(vertex);
  }
  const indices = geometry.index
    ? Uint32Array.from(geometry.index.array)
    : Uint32Array.from({ length: position.count }, (_, vertex) => vertex);
  const materialOfTriangle = new Uint16Array(Math.floor(indices.length / 3));
  const isOpen = findOpenMaterials({ positions, indices, materialOfTriangle }, 1)[0] ?? true;
  known.set(geometry, !isOpen);
  return !isOpen;
}
