import { Raycaster, Vector2, Vector3 } from 'three';
import type { CameraPose } from '../../contract/render-spec.ts';
import { pickPart } from './pick-part.ts';
import type { Stage } from './stage.ts';
import type { LoadedModel, ModelPart } from './stage-model.ts';

/** Off the pole by this much, the front of the product stays at the bottom of a view from above. */
const POLE_LEAN = 2e-3;

/** The axis of the gizmo under a point, as the direction to look from; CSS pixels from the stage's left and top. */
export function axisAt(stage: Stage, xPx: number, yPx: number): Vector3 | null {
  const { camera, gizmo, rect } = stage;
  return gizmo.hit(xPx, yPx, rect.widthPx, rect.heightPx, camera.quaternion);
}

/** The part under a point, null where there is none; CSS pixels from the stage's left and top. */
export function partAt(stage: Stage, model: LoadedModel, xPx: number, yPx: number): ModelPart | null {
  const { camera, rect } = stage;
  camera.aspect = rect.widthPx / rect.heightPx;
  camera.updateProjectionMatrix();
  const ray = new Raycaster();
  ray.setFromCamera(new Vector2((xPx / rect.widthPx) * 2 - 1, 1 - (yPx / rect.heightPx) * 2), camera);
  return pickPart(model, ray);
}

/** The same distance and target, seen from the end of an axis. */
export function poseFromAxis(pose: CameraPose, axis: Vector3): CameraPose {
  const target = new Vector3(...pose.target);
  const distance = new Vector3(...pose.position).distanceTo(target);
  const lean = Math.abs(axis.y) > 0.99 ? POLE_LEAN : 0;
  const direction = axis
    .clone()
    .add(new Vector3(0, 0, lean))
    .normalize();
  return { ...pose, position: direction.multiplyScalar(distance).add(target).toArray(), up: [0, 1, 0] };
}
