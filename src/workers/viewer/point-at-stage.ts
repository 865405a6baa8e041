import { Raycaster, Vector2 } from 'three';
import type { HelperView } from '../../contract/stage.ts';
import { PRODUCT_LAYER } from './capture-layers.ts';
import type { PartHit, PartPicker } from './pick-part.ts';
import type { Stage } from './stage.ts';
import type { ModelPart } from './stage-model.ts';

/** The view that the gizmo offers under a point; CSS pixels from the stage's left and top. */
export function viewAt(stage: Stage, xPx: number, yPx: number): HelperView | null {
  const { camera, gizmo, rect } = stage;
  return gizmo.hit(xPx, yPx, rect.widthPx, rect.heightPx, camera.quaternion);
}

/** The part under a point, null where there is none; CSS pixels from the stage's left and top. */
export function partAt(stage: Stage, picker: PartPicker, xPx: number, yPx: number): ModelPart | null {
  return picker.pick(rayThrough(stage, xPx, yPx));
}

/** The surface under a point, null where there is none; CSS pixels from the stage's left and top. */
export function surfaceAt(stage: Stage, picker: PartPicker, xPx: number, yPx: number): PartHit | null {
  return picker.hit(rayThrough(stage, xPx, yPx));
}

/** A ray to what is drawn at a point; CSS pixels from the stage's left and top. */
export function rayThrough(stage: Stage, xPx: number, yPx: number): Raycaster {
  const { camera, rect } = stage;
  stage.aim();
  const ray = new Raycaster();
  ray.layers.set(PRODUCT_LAYER);
  ray.setFromCamera(new Vector2((xPx / rect.widthPx) * 2 - 1, 1 - (yPx / rect.heightPx) * 2), camera);
  return ray;
}
