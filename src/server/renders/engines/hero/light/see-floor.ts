import { addScaled, cameraAxes } from '../../../../../contract/camera/camera-axes.ts';
import { frameShares } from '../../../../../contract/camera/picture-frame.ts';
import type { CameraPose } from '../../../../../contract/render-spec.ts';
import { dot, subtract, type Vector3 } from '../../../../../contract/scene/vector3.ts';
import type { PictureSize } from '../../../../../tracer/picture.ts';

/** How pixels of a picture and places of the stage belong together: a pinhole, shifted where the recipe shifts it. */
export interface Eye {
  readonly position: Vector3;
  /** In which a pixel looks, in the stage frame; not of unit length: 1 along the camera's axis. */
  ray(x: number, y: number): [number, number, number];
  /** Pixel that shows a place, with fractions; null behind the camera. */
  pixel(place: Vector3): readonly [number, number] | null;
  /** From a direction of the stage to right, up and towards the camera, where up is the stage's. */
  turn(direction: Vector3): [number, number, number];
  /** The other way. */
  unturn(direction: Vector3): [number, number, number];
}

export function openEye(camera: CameraPose, { widthPx, heightPx }: PictureSize): Eye {
  const { forward, right, up } = cameraAxes(camera);
  const { position } = camera;
  const half = Math.tan((camera.fovDegrees * Math.PI) / 360);
  const shares = frameShares(widthPx, heightPx);
  const [shiftX = 0, shiftY = 0] = camera.shift ?? [0, 0];
  const across = (at: number): number => half * (((2 * at) / widthPx - 1) * shares.x + 2 * shiftX);
  const upwards = (at: number): number => half * ((1 - (2 * at) / heightPx) * shares.y + 2 * shiftY);
  // The light of a recipe hangs about the compass direction of its camera.
  let [frontX, frontZ] = [position[0] - camera.target[0], position[2] - camera.target[2]];
  if (Math.hypot(frontX, frontZ) < 1e-4) [frontX, frontZ] = [-camera.up[0], -camera.up[2]];
  const length = Math.hypot(frontX, frontZ);
  [frontX, frontZ] = length < 1e-4 ? [0, 1] : [frontX / length, frontZ / length];
  return {
    position,
    ray: (x, y) => addScaled(addScaled(forward, right, across(x)), up, upwards(y)),
    pixel: (place) => {
      const away = subtract(place, position);
      const ahead = dot(away, forward);
      if (ahead < 1e-3) return null;
      const x = (dot(away, right) / ahead / half - 2 * shiftX) / shares.x;
      const y = (dot(away, up) / ahead / half - 2 * shiftY) / shares.y;
      return [((x + 1) / 2) * widthPx, ((1 - y) / 2) * heightPx];
    },
    turn: ([x, y, z]) => [x * frontZ - z * frontX, y, x * frontX + z * frontZ],
    unturn: ([r, y, f]) => [r * frontZ + f * frontX, y, -r * frontX + f * frontZ],
  };
}

/** Where a pixel shows the plane of the floor; null above the horizon. */
export function floorAt(eye: Eye, floorY: number, x: number, y: number): [number, number, number] | null {
  const ray = eye.ray(x, y);
  const far = (floorY - eye.position[1]) / ray[1];
  if (!(ray[1] < -1e-6) || !(far > 0)) return null;
  return addScaled(eye.position, ray, far);
}
