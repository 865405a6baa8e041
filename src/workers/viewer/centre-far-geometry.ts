import { BufferAttribute, InstancedMesh, Matrix4, type Mesh, SkinnedMesh, Sphere } from 'three';

/** The card computes in 32 bits: beyond this many sizes from its own origin a shape trembles and tears. */
const FAR_SIZES = 1_000;

/**
 * Moves the vertices of a shape that is modelled far from its origin to there, and the mesh the other way, so that it
 * stands where it stood. The mesh's place is computed in 64 bits. Meshes with others below them, copies, skins
 * and morph targets are left alone: they would go along.
 */
export function centreFarGeometry(mesh: Mesh): void {
  const { geometry } = mesh;
  const position = geometry.getAttribute('position');
  const isPlain = position instanceof BufferAttribute && position.array instanceof Float32Array;
  const isAlone = mesh.children.length === 0 && Object.keys(geometry.morphAttributes).length === 0;
  if (!isPlain || !isAlone || mesh instanceof SkinnedMesh || mesh instanceof InstancedMesh) return;
  geometry.computeBoundingSphere();
  const { center, radius } = (geometry.boundingSphere ?? new Sphere()).clone();
  if (!(center.length() > radius * FAR_SIZES)) return;
  // Other shapes may read the same numbers.
  geometry.setAttribute(
    'position',
    position.clone().applyMatrix4(new Matrix4().setPosition(center.clone().negate())),
  );
  geometry.computeBoundingBox();
  geometry.computeBoundingSphere();
  mesh.updateMatrix();
  mesh.matrix
    .multiply(new Matrix4().setPosition(center))
    .decompose(mesh.position, mesh.quaternion, mesh.scale);
}
