import { Quaternion, Spherical, Vector3 } from 'three';
import {
  FOV_DEGREES_DEFAULT,
  ORBIT_DAMPING,
  ORBIT_DISTANCE_DEFAULT,
  ORBIT_DISTANCE_SIZES,
  ORBIT_ZOOM_SPEED,
} from '../../contract/constants.ts';
import type { CameraPose } from '../../contract/render-spec.ts';

/** S2 9: radians a pixel. */
const ROTATION_PER_PX = 0.01;
/** Keeps the camera off the poles, where "up" has no meaning. */
const POLE_GAP = 1e-3;
/** Motion left below these is rest: a tenth of a pixel of turning, a thousandth of the distance of a pan. */
const REST_RADIANS = 1e-3;
const REST_SHARE = 2e-4;
/** One notch of a mouse wheel, CSS pixels. */
const NOTCH_PX = 100;
/** Damping is given per frame at this rate; slower frames do more of it. */
const FRAMES_PER_SECOND = 60;

/**
 * A camera that circles a target, as pure state: gestures push it, {@link Orbit.update} lets it glide to rest.
 * Distances are stage units, angles radians.
 */
export class Orbit {
  readonly position = new Vector3(8, 5, 13);
  readonly target = new Vector3();
  readonly up = new Vector3(0, 1, 0);
  fovDegrees = FOV_DEGREES_DEFAULT;
  minDistance = ORBIT_DISTANCE_DEFAULT.min;
  maxDistance = ORBIT_DISTANCE_DEFAULT.max;
  readonly #glide = { azimuth: 0, polar: 0, pan: new Vector3() };

  /** How near and far the camera may go around a product of this size; 0 for an empty stage (E1). */
  limitDistance(size: number): void {
    this.minDistance = size > 0 ? ORBIT_DISTANCE_SIZES.min * size : ORBIT_DISTANCE_DEFAULT.min;
    this.maxDistance = size > 0 ? ORBIT_DISTANCE_SIZES.max * size : ORBIT_DISTANCE_DEFAULT.max;
  }

  /** Turns by a drag, CSS pixels right and down. */
  rotate(dxPx: number, dyPx: number): void {
    this.turn(-dxPx * ROTATION_PER_PX, -dyPx * ROTATION_PER_PX);
  }

  turn(azimuthRadians: number, polarRadians: number): void {
    this.#glide.azimuth += azimuthRadians;
    this.#glide.polar += polarRadians;
  }

  /** Moves camera and target with a drag, so that the target stays under the pointer. */
  pan(dxPx: number, dyPx: number, heightPx: number): void {
    const offset = this.position.clone().sub(this.target);
    const perPx = (2 * offset.length() * Math.tan((this.fovDegrees * Math.PI) / 360)) / heightPx;
    const back = offset.normalize();
    const right = this.up.clone().cross(back).normalize();
    const up = back.cross(right);
    this.#glide.pan.addScaledVector(right, -dxPx * perPx).addScaledVector(up, dyPx * perPx);
  }

  /** Multiplies the distance, at once: a pinch must stay under the fingers. */
  zoom(factor: number): void {
    if (!(factor > 0) || !Number.isFinite(factor)) return;
    const offset = this.position.clone().sub(this.target);
    offset.setLength(Math.min(this.maxDistance, Math.max(this.minDistance, offset.length() * factor)));
    this.position.copy(this.target).add(offset);
  }

  /** S2 9: one notch is a factor of 1.2. */
  wheel(deltaPx: number): void {
    const notches = Math.min(4, Math.max(-4, deltaPx / NOTCH_PX));
    this.zoom(ORBIT_ZOOM_SPEED ** notches);
  }

  /**
   * Lets the camera glide.
   *
   * @param seconds Since the last update.
   * @returns False once it rests.
   */
  update(seconds: number): boolean {
    const glide = this.#glide;
    const distance = this.position.distanceTo(this.target);
    const isResting =
      Math.abs(glide.azimuth) + Math.abs(glide.polar) < REST_RADIANS &&
      glide.pan.length() < distance * REST_SHARE;
    if (isResting) {
      this.stop();
      return false;
    }
    const share = 1 - (1 - ORBIT_DAMPING) ** Math.max(1, seconds * FRAMES_PER_SECOND);
    const toUp = new Quaternion().setFromUnitVectors(this.up, new Vector3(0, 1, 0));
    const offset = this.position.clone().sub(this.target).applyQuaternion(toUp);
    const sphere = new Spherical().setFromVector3(offset);
    sphere.theta += glide.azimuth * share;
    sphere.phi = Math.min(Math.PI - POLE_GAP, Math.max(POLE_GAP, sphere.phi + glide.polar * share));
    this.target.addScaledVector(glide.pan, share);
    this.position.setFromSpherical(sphere).applyQuaternion(toUp.invert()).add(this.target);
    glide.azimuth *= 1 - share;
    glide.polar *= 1 - share;
    glide.pan.multiplyScalar(1 - share);
    return true;
  }

  /** Forgets the glide. */
  stop(): void {
    this.#glide.azimuth = 0;
    this.#glide.polar = 0;
    this.#glide.pan.set(0, 0, 0);
  }

  setPose(pose: Pick<CameraPose, 'position' | 'target' | 'up' | 'fovDegrees'>): void {
    this.stop();
    this.position.fromArray(pose.position);
    this.target.fromArray(pose.target);
    this.up.fromArray(pose.up).normalize();
    this.fovDegrees = pose.fovDegrees;
  }
}
