import type { PerspectiveCamera } from 'three';
import type { CameraPose } from '../../contract/render-spec.ts';

/**
 * Gives a camera the projection of a picture whose lens may be shifted. Whatever asks the camera for rays follows.
 *
 * @param aspect Width by height of the picture. @param shift In sides of the stage's square.
 * @param heights Side of that square in heights of the picture.
 */
export function aimLens(
  camera: PerspectiveCamera,
  aspect: number,
  shift: CameraPose['shift'],
  heights: number,
): void {
  const [x, y] = shift ?? [0, 0];
  if (x === 0 && y === 0) camera.clearViewOffset();
  else camera.setViewOffset(1, 1, (x * heights) / aspect, -y * heights, 1, 1);
  camera.aspect = aspect;
  camera.updateProjectionMatrix();
}
