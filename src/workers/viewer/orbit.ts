import { Quaternion, Spherical, Vector3 } from 'three';
import { type CameraOptics, opticsOf } from '../../contract/camera/camera-optics.ts';
import {
  CAMERA_STEP_SIZES,
  FOV_DEGREES_DEFAULT,
  HERO_POSITION,
  ORBIT_DAMPING,
  ORBIT_DISTANCE_DEFAULT,
  ORBIT_DISTANCE_SIZES,
  ORBIT_DISTANCE_UNKNOWN,
  ORBIT_PAN_SPEED,
  ORBIT_ROTATE_SPEED,
  ORBIT_ROTATION_PER_PX,
  ORBIT_ZOOM_SPEED,
  STAGE_SIZE,
} from '../../contract/constants.ts';
import type { CameraPose } from '../../contract/render-spec.ts';

/** Keeps the camera off the poles, where "up" has no meaning. */
const POLE_GAP = 1e-3;
/** Of a unit vector's height: nearer to 1 it stands upright. */
const UPRIGHT = 1 - 1e-15;
/** Motion left below these is rest: a tenth of a pixel of turning, a thousandth of the distance of a pan. */
const REST_RADIANS = 1e-3;
const REST_SHARE = 2e-4;
/** Damping is given per frame at this rate; longer frames do more of it, shorter ones less. */
const FRAMES_PER_SECOND = 60;

/**
 * A camera that circles a target, as pure state: gestures push it, {@link Orbit.update} lets it glide to rest.
 * Distances are stage units, angles radians.
 */
export class Orbit {
  readonly position = new Vector3(...HERO_POSITION);
  readonly target = new Vector3();
  /** Of the picture: of the stage, unless the camera is rolled. */
  readonly up = new Vector3(0, 1, 0);
  fovDegrees = FOV_DEGREES_DEFAULT;
  /** What moving the camera leaves as it is. */
  optics: CameraOptics = {};
  minDistance = ORBIT_DISTANCE_DEFAULT.min;
  maxDistance = ORBIT_DISTANCE_DEFAULT.max;
  #stepUnits = 0;
  /** What the camera circles around. */
  readonly #pole = new Vector3(0, 1, 0);
  /** By how much it is rolled to its right, radians. */
  #roll = 0;
  readonly #glide = { azimuth: 0, polar: 0, pan: new Vector3() };

  /**
   * How near and far the camera may go, and how far a key moves it, around a product of this size (E1).
   *
   * @param size Stage units; null for an empty stage, 0 for a product that cannot be measured.
   */
  limitDistance(size: number | null): void {
    const limits = size === null ? ORBIT_DISTANCE_DEFAULT : ORBIT_DISTANCE_UNKNOWN;
    this.minDistance = size ? ORBIT_DISTANCE_SIZES.min * size : limits.min;
    this.maxDistance = size ? ORBIT_DISTANCE_SIZES.max * size : limits.max;
    this.#stepUnits = CAMERA_STEP_SIZES * (size || STAGE_SIZE);
  }

  /** Turns by a drag, CSS pixels right and down. */
  rotate(dxPx: number, dyPx: number): void {
    const perPx = ORBIT_ROTATE_SPEED * ORBIT_ROTATION_PER_PX;
    if (this.#roll === 0) this.turn(-dxPx * perPx, -dyPx * perPx);
    else {
      const [cosine, sine] = [Math.cos(this.#roll), Math.sin(this.#roll)];
      this.turn(-(dxPx * cosine - dyPx * sine) * perPx, -(dxPx * sine + dyPx * cosine) * perPx);
    }
  }

  turn(azimuthRadians: number, polarRadians: number): void {
    this.#glide.azimuth += azimuthRadians;
    this.#glide.polar += polarRadians;
  }

  /** Moves camera and target after a drag, so that the target comes to rest under the pointer. */
  pan(dxPx: number, dyPx: number, heightPx: number): void {
    this.#glide.pan.add(this.#across(-dxPx, dyPx, ORBIT_PAN_SPEED * this.#unitsPerPx(heightPx)));
  }

  /** As {@link Orbit.pan}, at once: what two fingers hold must stay under them. */
  drag(dxPx: number, dyPx: number, heightPx: number): void {
    this.#shift(this.#across(-dxPx, dyPx, this.#unitsPerPx(heightPx)));
  }

  /** Moves camera and target by key presses, each a share of the product's size (S2 9). */
  step(right: number, up: number): void {
    this.#glide.pan.add(this.#across(right, up, this.#stepUnits));
  }

  /** Circles the target at once, as a turntable does. */
  spin(radians: number): void {
    const offset = this.position.clone().sub(this.target).applyAxisAngle(this.#pole, radians);
    this.position.copy(this.target).add(offset);
    this.#keepRoll();
  }

  /** Multiplies the distance, at once: a pinch must stay under the fingers. What is in the picture's middle stays there. */
  zoom(factor: number): void {
    this.zoomAt(factor, 0, 0, 1);
  }

  /** As {@link Orbit.zoom}, about a point of the picture: CSS pixels right of and below its middle. */
  zoomAt(factor: number, xPx: number, yPx: number, heightPx: number): void {
    const before = this.position.distanceTo(this.target);
    const [shiftX, shiftY] = this.optics.shift ?? [0, 0];
    const [right, up] = [xPx + shiftX * heightPx, -yPx + shiftY * heightPx];
    const held = this.#across(right, up, this.#unitsPerPx(heightPx));
    this.#dolly(factor);
    if (before > 0) this.#shift(held.multiplyScalar(1 - this.position.distanceTo(this.target) / before));
  }

  /** S2 9: one notch is a factor of 1.2; a wheel that sends many at once is held to four. */
  wheel(notches: number): void {
    this.zoom(ORBIT_ZOOM_SPEED ** Math.min(4, Math.max(-4, notches)));
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
    const share = 1 - (1 - ORBIT_DAMPING) ** (seconds * FRAMES_PER_SECOND);
    const toUp = new Quaternion().setFromUnitVectors(this.#pole, new Vector3(0, 1, 0));
    const offset = this.position.clone().sub(this.target).applyQuaternion(toUp);
    const sphere = new Spherical().setFromVector3(offset);
    sphere.theta += glide.azimuth * share;
    sphere.phi = Math.min(Math.PI - POLE_GAP, Math.max(POLE_GAP, sphere.phi + glide.polar * share));
    this.target.addScaledVector(glide.pan, share);
    this.position.setFromSpherical(sphere).applyQuaternion(toUp.invert()).add(this.target);
    this.#keepRoll();
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

  /** @param pose Its quaternion counts only straight above or below the target, where `up` says nothing. */
  setPose(
    pose: Pick<CameraPose, 'position' | 'target' | 'up' | 'fovDegrees'> &
      Partial<Pick<CameraPose, 'quaternion'>> &
      CameraOptics,
  ): void {
    this.stop();
    this.target.fromArray(pose.target);
    this.up.fromArray(pose.up).normalize();
    if (this.up.lengthSq() === 0) this.up.set(0, 1, 0);
    this.fovDegrees = pose.fovDegrees;
    this.optics = opticsOf(pose);
    const offset = new Vector3().fromArray(pose.position).sub(this.target);
    if (offset.lengthSq() === 0) offset.set(0, 0, this.minDistance);
    this.#findPole(offset);
    this.position.copy(leanOffPole(offset, this.#pole, pose.quaternion)).add(this.target);
  }

  /**
   * The camera circles around the stage's vertical, however it is rolled; straight above or below the target, where there is
   * no roll, around its own up.
   */
  #findPole(offset: Vector3): void {
    this.#roll = 0;
    this.#pole.set(0, 1, 0);
    if (this.up.y > UPRIGHT) return;
    if (isOnPole(offset, this.#pole)) {
      this.#pole.copy(this.up);
      return;
    }
    const right = this.#pole.clone().cross(offset).normalize();
    const upwards = offset.clone().cross(right).normalize();
    this.#roll = Math.atan2(this.up.dot(right), this.up.dot(upwards));
  }

  #keepRoll(): void {
    if (this.#roll === 0) return;
    const back = this.position.clone().sub(this.target).normalize();
    const right = this.#pole.clone().cross(back).normalize();
    this.up.copy(back.cross(right)).multiplyScalar(Math.cos(this.#roll));
    this.up.addScaledVector(right, Math.sin(this.#roll)).normalize();
  }

  #dolly(factor: number): void {
    if (!(factor > 0) || !Number.isFinite(factor)) return;
    const offset = this.position.clone().sub(this.target);
    offset.setLength(Math.min(this.maxDistance, Math.max(this.minDistance, offset.length() * factor)));
    this.position.copy(this.target).add(offset);
  }

  /** A vector in the plane of the picture. */
  #across(right: number, up: number, scale: number): Vector3 {
    const back = this.position.clone().sub(this.target).normalize();
    const rightwards = this.up.clone().cross(back).normalize();
    const upwards = back.cross(rightwards);
    return rightwards.multiplyScalar(right).addScaledVector(upwards, up).multiplyScalar(scale);
  }

  /** At the target's distance. */
  #unitsPerPx(heightPx: number): number {
    const distance = this.position.distanceTo(this.target);
    return (2 * distance * Math.tan((this.fovDegrees * Math.PI) / 360)) / heightPx;
  }

  #shift(by: Vector3): void {
    this.target.add(by);
    this.position.add(by);
  }
}

/** Straight above or below the target the camera leans a little, so that what was up on its picture stays up. */
function leanOffPole(offset: Vector3, up: Vector3, quaternion?: CameraPose['quaternion']): Vector3 {
  if (!isOnPole(offset, up)) return offset;
  const distance = offset.length();
  const height = offset.dot(up) / distance;
  const ahead = new Vector3(0, 1, 0).applyQuaternion(new Quaternion(...(quaternion ?? [])));
  const lean = ahead.projectOnPlane(up).multiplyScalar(-Math.sign(height));
  // Nothing says what is up: as three.js decides it.
  if (lean.lengthSq() < 0.1) lean.set(0, 0, 1).projectOnPlane(up);
  if (lean.lengthSq() < 0.1) lean.set(1, 0, 0);
  return offset.addScaledVector(lean.normalize(), POLE_GAP * distance);
}

function isOnPole(offset: Vector3, pole: Vector3): boolean {
  return 1 - Math.abs(offset.dot(pole) / offset.length()) <= POLE_GAP ** 2 / 4;
}
