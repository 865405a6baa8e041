import { type InstancedMesh, type Intersection, Mesh } from 'three';

/** Has a ray meet copies of a shape that blends where they are drawn: three.js (r187) asks each of them as it is before it blends. */
export function touchBlended(copies: InstancedMesh): void {
  if (copies.geometry.morphAttributes.position === undefined) return;
  copies.raycast = (ray, hits) => {
    const copy = new Mesh(copies.geometry, copies.material);
    if (copies.morphTargetInfluences) copy.morphTargetInfluences = copies.morphTargetInfluences;
    for (let instanceId = 0; instanceId < copies.count; instanceId++) {
      copies.getMatrixAt(instanceId, copy.matrixWorld);
      copy.matrixWorld.premultiply(copies.matrixWorld);
      const found: Intersection[] = [];
      copy.raycast(ray, found);
      for (const hit of found) hits.push({ ...hit, instanceId, object: copies });
    }
  };
}
