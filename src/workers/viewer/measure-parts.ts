import { Box3 } from 'three';
import { measureMesh } from './measure-mesh.ts';
import { isShown } from './pick-part.ts';
import type { ModelPart } from './stage-model.ts';

/** What the parts that are shown fill on the stage; null when none of them is. */
export function measureParts(parts: readonly ModelPart[]): Box3 | null {
  const box = new Box3();
  for (const { mesh } of parts) {
    if (!isShown(mesh)) continue;
    mesh.updateWorldMatrix(true, false);
    box.union(measureMesh(mesh));
  }
  return box.isEmpty() ? null : box;
}
