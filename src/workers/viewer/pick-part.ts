import { InstancedMesh, type Object3D, type Raycaster, SkinnedMesh } from 'three';
import { acceleratedRaycast, MeshBVH } from 'three-mesh-bvh';
import type { LoadedModel, ModelPart } from './stage-model.ts';

/** Below this a plain ray is quick enough (18 ms at 125,000 triangles a mesh in software). */
const MIN_TRIANGLES = 5_000;

/** The part a ray hits first, among those that are shown; null when it hits nothing. */
export function pickPart(model: LoadedModel, ray: Raycaster): ModelPart | null {
  const parts = new Map<Object3D, ModelPart>();
  for (const part of model.parts) if (part.hasSurface && isShown(part.mesh)) parts.set(part.mesh, part);
  // With BVHs only the nearest hit of each mesh is looked for.
  ray.firstHitOnly = true;
  const hit = ray.intersectObjects([...parts.keys()], false)[0];
  return hit === undefined ? null : (parts.get(hit.object) ?? null);
}

/**
 * Builds search trees for the large meshes of a model, one task each so that input is answered between them: 0.6 to
 * 1 s for 1.5 million triangles, after which a ray takes 0.3 ms instead of 120.
 *
 * @param isWanted Asked before each mesh; false ends the work.
 */
export async function indexModel(model: LoadedModel, isWanted: () => boolean): Promise<void> {
  for (const { mesh, hasSurface } of model.parts) {
    // A skinned, morphed or instanced surface is not where its geometry says.
    if (!hasSurface || mesh instanceof SkinnedMesh || mesh instanceof InstancedMesh) continue;
    const { geometry } = mesh;
    if (Object.keys(geometry.morphAttributes).length > 0) continue;
    const count = (geometry.index ?? geometry.getAttribute('position'))?.count ?? 0;
    if (count / 3 < MIN_TRIANGLES) continue;
    await new Promise((resolve) => setTimeout(resolve));
    if (!isWanted()) return;
    geometry.boundsTree ??= new MeshBVH(geometry, { indirect: true });
    mesh.raycast = acceleratedRaycast;
  }
}

/** Whether an object is drawn: neither it nor what it hangs in is hidden. */
export function isShown(object: Object3D): boolean {
  for (let above: Object3D | null = object; above !== null; above = above.parent) {
    if (!above.visible) return false;
  }
  return true;
}
