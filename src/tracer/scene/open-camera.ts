import { metresPerUnitOf, NEAREST_FOCUS } from '../../contract/camera/lens.ts';
import { SENSORS } from '../../contract/constants.ts';
import type { RenderSpec } from '../../contract/render-spec.ts';
import { cosTurns, sinTurns } from '../portable-maths.ts';
import type { SceneCamera, ThinLens } from '../scene.ts';

/**
 * The camera of a recipe. Without a lens of its own it is the pinhole that it was before there were any, to the bit.
 * The formulas are those of `contract/camera/lens.ts` in portable maths.
 */
export function openCamera({
  camera,
  scene,
  widthPx,
  heightPx,
}: Pick<RenderSpec, 'camera' | 'scene' | 'widthPx' | 'heightPx'>): SceneCamera {
  const { position, target, up, fovDegrees, shift } = camera;
  return { position, target, up, fovDegrees, widthPx, heightPx, shift, lens: openLens(camera, scene) };
}

function openLens(
  { position, target, fovDegrees, sensor, depthOfField }: RenderSpec['camera'],
  { normalisation }: RenderSpec['scene'],
): ThinLens | undefined {
  if (depthOfField === undefined) return undefined;
  const { fNumber, focus, metresPerUnit } = depthOfField;
  const half = fovDegrees / 720;
  const focalMm = SENSORS[sensor ?? 'full-frame'][0] / 2 / (sinTurns(half) / cosTurns(half));
  const unitMetres = metresPerUnit ?? metresPerUnitOf(normalisation);
  const ahead = target.map((value, axis) => value - position[axis]!);
  const away = focus.map((value, axis) => value - position[axis]!);
  const length = Math.sqrt(product(ahead, ahead));
  const distance = product(away, ahead) / length;
  if (!(length > 0) || !Number.isFinite(unitMetres)) return undefined;
  return {
    radius: focalMm / 1_000 / fNumber / 2 / unitMetres,
    focusDistance: Math.max(NEAREST_FOCUS, distance),
  };
}

function product([ax = 0, ay = 0, az = 0]: number[], [bx = 0, by = 0, bz = 0]: number[]): number {
  return ax * bx + ay * by + az * bz;
}
