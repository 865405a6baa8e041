import { Box3, InstancedMesh, Line, Matrix4, Mesh, type Object3D, Points, SkinnedMesh, Vector3 } from 'three';
import { PRODUCT_LAYER } from './capture-layers.ts';

/** Vertex by vertex takes 60 ms a million; above this the box of the box has to do. */
const MAX_EXACT_VERTICES = 1_000_000;

/** The world-aligned box around all parts of the product that are shown, as they stand now. Parameters as of {@link measureMesh}. */
export function measureProduct(product: Object3D, maxExactVertices?: number): Box3 {
  const bounds = new Box3();
  product.updateMatrixWorld(true);
  product.traverseVisible((object) => {
    const isPart = object instanceof Mesh || object instanceof Line || object instanceof Points;
    if (isPart && object.layers.isEnabled(PRODUCT_LAYER)) bounds.union(measureMesh(object, maxExactVertices));
  });
  return bounds;
}

/**
 * The world-aligned box around a mesh, lines or points as they stand.
 *
 * @param maxExactVertices A mesh with more, if it is turned, gets the box of its box.
 */
export function measureMesh(mesh: Mesh | Line | Points, maxExactVertices = MAX_EXACT_VERTICES): Box3 {
  const { geometry, matrixWorld } = mesh;
  if (mesh instanceof InstancedMesh) return measureCopies(mesh, maxExactVertices);
  if (mesh instanceof SkinnedMesh) {
    mesh.computeBoundingBox();
    return (mesh.boundingBox ?? new Box3()).clone().applyMatrix4(matrixWorld);
  }
  if (geometry.boundingBox === null) geometry.computeBoundingBox();
  const box = geometry.boundingBox ?? new Box3();
  const positions = geometry.getAttribute('position');
  // The box of a shape that blends is around all that it may become.
  const blend = mesh instanceof Mesh && geometry.morphAttributes.position !== undefined ? mesh : null;
  const isKnown = blend === null && keepsAxes(matrixWorld);
  if (positions === undefined || isKnown || positions.count > maxExactVertices) {
    return box.clone().applyMatrix4(matrixWorld);
  }
  const exact = new Box3();
  const point = new Vector3();
  for (let vertex = 0; vertex < positions.count; vertex++) {
    if (blend === null) point.fromBufferAttribute(positions, vertex);
    else blend.getVertexPosition(vertex, point);
    exact.expandByPoint(point.applyMatrix4(matrixWorld));
  }
  return exact;
}

/** By the box of one as it stands. */
function measureCopies(copies: InstancedMesh, maxExactVertices: number): Box3 {
  const one = new Mesh(copies.geometry);
  if (copies.morphTargetInfluences) one.morphTargetInfluences = copies.morphTargetInfluences;
  const own = measureMesh(one, maxExactVertices);
  const [bounds, copy, place] = [new Box3(), new Box3(), new Matrix4()];
  for (let index = 0; index < copies.count; index++) {
    copies.getMatrixAt(index, place);
    bounds.union(copy.copy(own).applyMatrix4(place));
  }
  return bounds.applyMatrix4(copies.matrixWorld);
}

/** True when every axis of the mesh stays along an axis of the world: then its box stays exact. */
function keepsAxes({ elements }: Matrix4): boolean {
  const columns = [elements.slice(0, 3), elements.slice(4, 7), elements.slice(8, 11)];
  return columns.every((column) => {
    const length = Math.hypot(...column);
    return column.filter((value) => Math.abs(value) > length * 1e-6).length <= 1;
  });
}
