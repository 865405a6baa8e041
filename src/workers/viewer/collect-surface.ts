import { InstancedMesh, Line, Matrix4, Mesh, type Object3D, Points, SkinnedMesh, Vector3 } from 'three';
import type { StandingSurface } from '../../tracer/floor/foot-grid.ts';
import { PRODUCT_LAYER } from './capture-layers.ts';

/** All triangles of a product that are shown, where they stand. Matrices must be up to date. A million take 60 ms. */
export function collectSurface(product: Object3D): StandingSurface {
  const meshes: { readonly mesh: Mesh; readonly places: readonly Matrix4[] }[] = [];
  let [vertexCount, indexCount] = [0, 0];
  product.traverseVisible((object) => {
    if (!(object instanceof Mesh) || !object.layers.isEnabled(PRODUCT_LAYER)) return;
    if ((object as Object3D) instanceof Line || (object as Object3D) instanceof Points) return;
    const { geometry } = object as Mesh;
    const positions = geometry.getAttribute('position');
    if (positions === undefined) return;
    const places = listPlaces(object as Mesh);
    vertexCount += positions.count * places.length;
    indexCount += (geometry.index?.count ?? positions.count) * places.length;
    meshes.push({ mesh: object as Mesh, places });
  });
  const surface = { positions: new Float32Array(vertexCount * 3), indices: new Uint32Array(indexCount) };
  const point = new Vector3();
  let [vertex, at] = [0, 0];
  for (const { mesh, places } of meshes) {
    const { index } = mesh.geometry;
    const positions = mesh.geometry.getAttribute('position');
    const isDeformed = mesh instanceof SkinnedMesh || Object.keys(mesh.geometry.morphAttributes).length > 0;
    for (const place of places) {
      const count = index?.count ?? positions.count;
      for (let i = 0; i < count; i++) surface.indices[at++] = vertex + (index?.getX(i) ?? i);
      for (let i = 0; i < positions.count; i++) {
        if (isDeformed) mesh.getVertexPosition(i, point);
        else point.fromBufferAttribute(positions, i);
        point.applyMatrix4(place).toArray(surface.positions, vertex++ * 3);
      }
    }
  }
  return surface;
}

/** From the frame of its geometry to the stage, once for each instance. */
function listPlaces(mesh: Mesh): Matrix4[] {
  if (!(mesh instanceof InstancedMesh)) return [mesh.matrixWorld];
  return Array.from({ length: mesh.count }, (_, index) => {
    const own = new Matrix4();
    mesh.getMatrixAt(index, own);
    return own.premultiply(mesh.matrixWorld);
  });
}
