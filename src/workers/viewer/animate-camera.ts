import { Quaternion, Vector3 } from 'three';
import { type CameraOptics, opticsOf } from '../../contract/camera/camera-optics.ts';
import type { CameraPose } from '../../contract/render-spec.ts';

/** Where a camera stands and looks, and through what. */
export type Framing = Pick<CameraPose, 'position' | 'target' | 'up' | 'fovDegrees'> & CameraOptics;

/** S2 4: easeInOutQuart, 0 to 1. */
export function easeInOutQuart(t: number): number {
  return t < 0.5 ? 8 * t ** 4 : 1 - (-2 * t + 2) ** 4 / 2;
}

/** S2 4, the view helper: cubic ease-out, 0 to 1. */
export function easeOutCubic(t: number): number {
  return 1 - (1 - t) ** 3;
}

/**
 * A framing between two others. The camera swings around the target instead of cutting through the product, which a
 * straight line between opposite views would do.
 *
 * @param t 0 to 1, eased already.
 */
export function blendFramings(from: Framing, to: Framing, t: number): Framing {
  if (t <= 0) return from;
  if (t >= 1) return to;
  const mix = (a: number, b: number): number => a + (b - a) * t;
  const target = new Vector3(...from.target).lerp(new Vector3(...to.target), t);
  const fromOffset = new Vector3(...from.position).sub(new Vector3(...from.target));
  const toOffset = new Vector3(...to.position).sub(new Vector3(...to.target));
  const distance = mix(fromOffset.length(), toOffset.length());
  const direction = swing(fromOffset.normalize(), toOffset.normalize(), new Vector3(...from.up), t);
  const up = swing(new Vector3(...from.up).normalize(), new Vector3(...to.up).normalize(), direction, t);
  return {
    position: direction.multiplyScalar(distance).add(target).toArray(),
    target: target.toArray(),
    up: up.toArray(),
    fovDegrees: mix(from.fovDegrees, to.fovDegrees),
    ...opticsOf(to),
    ...blendShifts(from.shift, to.shift, mix),
  };
}

function blendShifts(
  from: CameraOptics['shift'],
  to: CameraOptics['shift'],
  mix: (a: number, b: number) => number,
): Pick<CameraOptics, 'shift'> {
  if (from === undefined && to === undefined) return {};
  const [before, after] = [from ?? ([0, 0] as const), to ?? ([0, 0] as const)];
  return { shift: [mix(before[0], after[0]), mix(before[1], after[1])] };
}

/** The unit vector at share `t` of the turn from `from` to `to`; `axis` decides the way between opposites. */
function swing(from: Vector3, to: Vector3, axis: Vector3, t: number): Vector3 {
  const turn =
    from.dot(to) < -0.9999
      ? new Quaternion().setFromAxisAngle(axis, Math.PI)
      : new Quaternion().setFromUnitVectors(from, to);
  return from.clone().applyQuaternion(new Quaternion().slerp(turn, t));
}
