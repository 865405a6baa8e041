import { frameShares } from '../../contract/camera/picture-frame.ts';
import { cross } from '../../contract/scene/vector3.ts';
import * as L from '../kernel/layout.ts';
import { cosTurns, sinTurns } from '../portable-maths.ts';
import type { SceneCamera } from '../scene.ts';

type Triple = readonly [number, number, number];

/**
 * Writes a camera into the header of a block. Shifting the lens turns the middle ray of the picture and leaves the plane
 * of the picture where it is: what is upright and square to it stays so.
 *
 * @param doubles From `HEADER_DOUBLES` on.
 */
export function writeCamera(camera: SceneCamera, doubles: Float64Array): void {
  const { position, target, up, shift, lens } = camera;
  const forward = unit([target[0] - position[0], target[1] - position[1], target[2] - position[2]]);
  const right = unit(cross(forward, up));
  const above = cross(right, forward);
  const half = camera.fovDegrees / 720;
  const extent = sinTurns(half) / cosTurns(half);
  const frame = frameShares(camera.widthPx, camera.heightPx);
  const scale = (v: Triple, by: number) => v.map((x) => x * by);
  doubles.set(position, L.D_CAMERA_POSITION);
  doubles.set(forward, L.D_CAMERA_FORWARD);
  if (shift !== undefined) {
    const [x, y] = [2 * extent * shift[0], 2 * extent * shift[1]];
    const middle = forward.map((value, axis) => value + right[axis]! * x + above[axis]! * y);
    doubles.set(middle, L.D_CAMERA_FORWARD);
  }
  doubles.set(scale(right, extent * frame.x), L.D_CAMERA_RIGHT);
  doubles.set(scale(above, extent * frame.y), L.D_CAMERA_UP);
  if (lens === undefined) return;
  doubles.set(scale(right, lens.radius), L.D_LENS_RIGHT);
  doubles.set(scale(above, lens.radius), L.D_LENS_UP);
  doubles[L.D_FOCUS_DISTANCE] = lens.focusDistance;
}

function unit(v: Triple): Triple {
  const length = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  return [v[0] / length, v[1] / length, v[2] / length];
}
