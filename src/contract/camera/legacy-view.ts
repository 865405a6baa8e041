import { FOV_DEGREES_DEFAULT } from '../constants.ts';
import type { CameraViewInput } from '../http/camera-views.ts';
import type { CameraPose } from '../render-spec.ts';
import { lookAt } from '../scene/look-at.ts';
import { orbitToPosition, positionToOrbit } from '../scene/orbit.ts';
import { eulerToQuaternion, joinTransform } from '../scene/transform-parts.ts';
import { opticsOf } from './camera-optics.ts';

type Vector3 = [number, number, number];
type Quaternion = [number, number, number, number];

/** What a view in the orbit form has when it does not say: `LEGACY_VIEW` or `LEGACY_BACKEND_VIEW`. */
export interface LegacyDefaults {
  readonly fovDegrees: number;
  readonly radius: number;
}

/**
 * The camera of a view in any of its forms. An exact position wins over an orbit; a missing orientation looks at the
 * target; a missing field of view is 45 degrees, or the defaults' in the orbit form. Sensor, shift and depth of field are
 * said by `pose` alone; the other forms leave those of the base as they are.
 *
 * @param base Stands where the body says nothing; null for a view that is not known yet.
 * @returns Null when there is no position, no orbit and no base. Numbers are as they came, not checked for their ranges.
 */
export function readPose(
  body: CameraViewInput,
  base: CameraPose | null,
  defaults: LegacyDefaults,
): CameraPose | null {
  if (body.pose) return body.pose;
  const saidTarget = fromXyz(body.target) ?? readNumbers(body, 'target', base?.target ?? [0, 0, 0]);
  const target = saidTarget ?? base?.target ?? [0, 0, 0];
  const exact = fromXyz(body.cameraPosition) ?? readNumbers(body, 'position', base?.position ?? [0, 0, 0]);
  const circled = exact === null ? readOrbit(body, base, target, defaults.radius) : null;
  const position = exact ?? circled ?? base?.position;
  if (position === undefined) return null;
  const saidUp = fromXyz(body.cameraUp);
  const up = saidUp ?? base?.up ?? [0, 1, 0];
  const isMoved = [saidTarget, exact, circled, saidUp].some((said) => said !== null);
  const kept = isMoved ? undefined : base?.quaternion;
  const fovDefault = circled === null ? FOV_DEGREES_DEFAULT : defaults.fovDegrees;
  return {
    position,
    target,
    up,
    quaternion: readQuaternion(body) ?? kept ?? lookAt(position, target, up),
    fovDegrees: body.fov ?? body.field_of_view ?? base?.fovDegrees ?? fovDefault,
    ...opticsOf(base ?? {}),
  };
}

/**
 * The transform tool's matrix of a view in any of its forms. What a form leaves out is the identity's; a quaternion
 * wins over angles.
 *
 * @returns Undefined when the body says nothing about it, null when it says that there is none.
 */
export function readModelTransform(body: CameraViewInput): number[] | null | undefined {
  if (body.model_transform !== undefined) return body.model_transform;
  const numbers = body.modelTransformations ?? body;
  const position = readNumbers(numbers, 'model_position', [0, 0, 0]);
  const angles = readNumbers(numbers, 'model_rotation', [0, 0, 0]);
  const scale = readNumbers(numbers, 'model_scale', [1, 1, 1]);
  const quaternion = readUnitQuaternion(numbers);
  if ([position, angles, scale, quaternion].every((said) => said === null)) {
    return body.modelTransformations === null ? null : undefined;
  }
  return joinTransform({
    position: position ?? [0, 0, 0],
    quaternion: quaternion ?? eulerToQuaternion(angles ?? [0, 0, 0]),
    scale: scale ?? [1, 1, 1],
  });
}

function readOrbit(
  body: CameraViewInput,
  base: CameraPose | null,
  target: Vector3,
  radiusDefault: number,
): Vector3 | null {
  const { orbit_theta: theta, orbit_phi: phi, orbit_radius: radius } = body;
  if (theta == null && phi == null && radius == null) return null;
  const from = base === null ? null : positionToOrbit(base.position, base.target);
  return orbitToPosition(
    {
      theta: theta ?? from?.theta ?? 0,
      phi: phi ?? from?.phi ?? Math.PI / 2,
      radius: radius ?? from?.radius ?? radiusDefault,
    },
    target,
  );
}

function readQuaternion(body: CameraViewInput): Quaternion | null {
  const { cameraQuaternion: said, quaternion_x, quaternion_y, quaternion_z, quaternion_w } = body;
  if (said) return [said.x, said.y, said.z, said.w];
  if (quaternion_x == null || quaternion_y == null || quaternion_z == null || quaternion_w == null)
    return null;
  return [quaternion_x, quaternion_y, quaternion_z, quaternion_w];
}

type ModelNumbers = NonNullable<CameraViewInput['modelTransformations']>;

function readUnitQuaternion(numbers: ModelNumbers): Quaternion | null {
  const {
    model_quaternion_x: x,
    model_quaternion_y: y,
    model_quaternion_z: z,
    model_quaternion_w: w,
  } = numbers;
  if (x == null || y == null || z == null || w == null) return null;
  const length = Math.hypot(x, y, z, w);
  return length === 0 ? null : [x / length, y / length, z / length, w / length];
}

/** Null when none of the three is there; `missing` stands for single ones that are not. */
function readNumbers<Name extends string>(
  body: { readonly [Key in `${Name}_${'x' | 'y' | 'z'}`]?: number | null | undefined },
  name: Name,
  missing: Readonly<Vector3>,
): Vector3 | null {
  const numbers: Readonly<Record<string, number | null | undefined>> = body;
  const [x, y, z] = [numbers[`${name}_x`], numbers[`${name}_y`], numbers[`${name}_z`]];
  if (x == null && y == null && z == null) return null;
  return [x ?? missing[0], y ?? missing[1], z ?? missing[2]];
}

function fromXyz(value: { x: number; y: number; z: number } | null | undefined): Vector3 | null {
  return value == null ? null : [value.x, value.y, value.z];
}
