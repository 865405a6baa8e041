import {
  BufferAttribute,
  BufferGeometry,
  InstancedMesh,
  Matrix4,
  type Mesh,
  SkinnedMesh,
  Sphere,
  type Vector3,
} from 'three';

/** The card computes in 32 bits: beyond this many sizes from its own origin a shape trembles and tears. */
const FAR_SIZES = 1_000;

/** What a far shape is near its origin, and where its middle was; by the far shape. */
export type NearGeometries = WeakMap<
  BufferGeometry,
  { readonly near: BufferGeometry; readonly centre: Vector3 }
>;

/**
 * Gives a mesh whose shape is modelled far from its origin one that is there, and moves the mesh the other way, so that it
 * stands where it stood. The mesh's place is computed in 64 bits. Meshes with others below them, copies, skins
 * and morph targets are left alone: they would go along.
 *
 * @param known Of the whole model: meshes that shared a shape share what stands for it.
 */
export function centreFarGeometry(mesh: Mesh, known: NearGeometries): void {
  const { geometry } = mesh;
  const position = geometry.getAttribute('position');
  const isPlain = position instanceof BufferAttribute && position.array instanceof Float32Array;
  const isAlone = mesh.children.length === 0 && Object.keys(geometry.morphAttributes).length === 0;
  if (!isPlain || !isAlone || mesh instanceof SkinnedMesh || mesh instanceof InstancedMesh) return;
  geometry.computeBoundingSphere();
  const { center, radius } = geometry.boundingSphere ?? new Sphere();
  if (!(center.length() > radius * FAR_SIZES)) return;
  const { near, centre } = known.get(geometry) ?? bringNear(geometry, position, center.clone());
  known.set(geometry, { near, centre });
  mesh.geometry = near;
  mesh.updateMatrix();
  mesh.matrix
    .multiply(new Matrix4().setPosition(centre))
    .decompose(mesh.position, mesh.quaternion, mesh.scale);
}

/** The same shape around its origin; all but its positions is shared. */
function bringNear(
  far: BufferGeometry,
  position: BufferAttribute,
  centre: Vector3,
): { near: BufferGeometry; centre: Vector3 } {
  const near = new BufferGeometry().setIndex(far.index);
  near.name = far.name;
  for (const [name, attribute] of Object.entries(far.attributes)) near.setAttribute(name, attribute);
  const back = new Matrix4().setPosition(centre.clone().negate());
  near.setAttribute('position', position.clone().applyMatrix4(back));
  near.computeBoundingBox();
  near.computeBoundingSphere();
  return { near, centre };
}
