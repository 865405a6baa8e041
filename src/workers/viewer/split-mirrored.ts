import { InstancedBufferAttribute, InstancedMesh, Matrix4, type Mesh, type Object3D } from 'three';
import { touchBlended } from './touch-blended.ts';

/** What {@link splitMirrored} made. */
const MIRRORED = new WeakSet<Object3D>();

/**
 * Takes the mirrored ones of a mesh's instances apart: three.js turns the corners of triangles round by the matrix of a mesh,
 * and not by those of its instances, so that they would be seen from inside. They become a mesh of their own that hangs in
 * this one, mirrored as a whole. It shares geometry, material and the weights by which its shape blends.
 */
export function splitMirrored(mesh: Object3D): void {
  if (!(mesh instanceof InstancedMesh) || MIRRORED.has(mesh)) return;
  const place = new Matrix4();
  const [kept, turned]: [number[], number[]] = [[], []];
  for (let index = 0; index < mesh.count; index++) {
    mesh.getMatrixAt(index, place);
    (place.determinant() < 0 ? turned : kept).push(index);
  }
  if (turned.length === 0) return;
  const mirrored = new InstancedMesh(mesh.geometry, mesh.material, turned.length);
  MIRRORED.add(mirrored);
  mirrored.name = mesh.name;
  if (mesh.morphTargetInfluences) mirrored.morphTargetInfluences = mesh.morphTargetInfluences;
  touchBlended(mirrored);
  mirrored.scale.set(-1, 1, 1);
  mirrored.updateMatrix();
  for (const [at, index] of turned.entries()) {
    mesh.getMatrixAt(index, place);
    mirrored.setMatrixAt(at, place.premultiply(mirrored.matrix));
  }
  const { instanceColor } = mesh;
  if (instanceColor !== null) {
    mirrored.instanceColor = pick(instanceColor, turned);
    mesh.instanceColor = pick(instanceColor, kept);
  }
  mesh.instanceMatrix = pick(mesh.instanceMatrix, kept);
  mesh.count = kept.length;
  mesh.add(mirrored);
}

/** A mesh, and what was split off from it or left in it. */
export function listHalves(mesh: Mesh): Mesh[] {
  const whole = MIRRORED.has(mesh) ? (mesh.parent as Mesh) : mesh;
  return [whole, ...whole.children.filter((child): child is Mesh => MIRRORED.has(child))];
}

function pick(values: InstancedBufferAttribute, wanted: readonly number[]): InstancedBufferAttribute {
  const { itemSize, normalized, array } = values;
  const Numbers = array.constructor as new (length: number) => typeof array;
  const picked = new InstancedBufferAttribute(new Numbers(wanted.length * itemSize), itemSize, normalized);
  for (const [at, index] of wanted.entries()) picked.copyAt(at, values, index);
  return picked;
}
