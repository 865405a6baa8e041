import { add, dot, scale, subtract, unit } from '../../../contract/scene/vector3.ts';
import type { SurfacePoint } from '../../../contract/stage.ts';
import { anglesOf, type RigCamera, rigFrame, rigPlace } from '../../../tracer/light/hang-lights.ts';
import type { LightAngles } from './light-disc.ts';

/**
 * Where a light must hang to be mirrored towards the camera at a point of the product.
 *
 * @param distance Of the light from the middle of the product, in its radii.
 * @returns Its direction from the middle of the product.
 */
export function placeHighlight(
  { position, normal, bounds }: Pick<SurfacePoint, 'position' | 'normal' | 'bounds'>,
  camera: RigCamera,
  distance: number,
): LightAngles {
  const { middle, radius } = rigPlace(bounds);
  const toEye = unit(subtract(camera.position, position)) ?? normal;
  const mirrored = subtract(scale(normal, 2 * dot(toEye, normal)), toEye);
  // Where the mirrored ray leaves the ball on which the light hangs: the product is inside of it.
  const start = subtract(position, middle);
  const far = distance * radius;
  const along = dot(start, mirrored);
  const length = -along + Math.sqrt(Math.max(0, along * along + far * far - dot(start, start)));
  return anglesOf(add(start, scale(mirrored, length)), rigFrame(camera));
}
