import { type Box3, Group, PerspectiveCamera, type Sphere, Vector2, Vector3 } from 'three';
import type { RigPlace } from '../../tracer/light/hang-lights.ts';
import { SHADOW_LAYER } from './capture-layers.ts';
import type { Softbox } from './softboxes.ts';

/** A light that is nearer than so many radii of the product stands within it. */
const LEAST_AWAY = 1.05;
/** Of the sphere around the product. */
const ROOM = 1.02;
/** So many radii from the product its shadows end. */
const REACH = 5;
/** Of the product's radius: around all shadows. */
const MARGIN = 0.1;

/** Where the lights of a rig hang, and which of them throw shadows. */
export interface HungBoxes {
  readonly boxes: readonly Softbox[];
  readonly place: RigPlace;
  /** Of the rig about the vertical, radians. */
  readonly turn: number;
}

/** A light in the stage. */
export interface HungBox {
  readonly camera: PerspectiveCamera;
  readonly half: Vector2;
  readonly share: readonly [number, number, number];
}

/** What of the floor has shadows, in stage units. */
export interface FloorRoom {
  readonly x0: number;
  readonly x1: number;
  readonly z0: number;
  readonly z1: number;
}

/** @returns A camera in the middle of the light that sees all of the product; null where that is around the light. */
export function hangSoftbox(
  { light, floorShare }: Softbox,
  { place: { middle, radius }, turn }: HungBoxes,
  { center, radius: productRadius }: Sphere,
): HungBox | null {
  const rig = new Group();
  rig.position.fromArray(middle);
  rig.scale.setScalar(radius);
  rig.rotation.y = turn;
  rig.updateMatrixWorld();
  const position = new Vector3(...light.centre).applyMatrix4(rig.matrixWorld);
  const reach = Math.max(productRadius, 1e-6) * ROOM;
  const away = position.distanceTo(center);
  if (away <= LEAST_AWAY * reach) return null;
  const camera = new PerspectiveCamera(
    (2 * Math.asin(reach / away) * 180) / Math.PI,
    1,
    away - reach,
    away + reach,
  );
  camera.layers.set(SHADOW_LAYER);
  camera.position.copy(position);
  camera.up.fromArray(light.up).transformDirection(rig.matrixWorld);
  camera.lookAt(center);
  camera.updateMatrixWorld();
  camera.updateProjectionMatrix();
  const half = new Vector2(Math.hypot(...light.right), Math.hypot(...light.up)).multiplyScalar(radius);
  return { camera, half, share: floorShare };
}

/** How far shadows fall: to where rays from the lights past the corners of the product meet the floor. */
export function roomOf(
  all: readonly HungBox[],
  { min, max }: Box3,
  { center, radius }: Sphere,
  floorY: number,
): FloorRoom {
  const most = REACH * radius;
  const top = Math.max(0, max.y - floorY);
  const [xs, zs] = [
    [min.x, max.x],
    [min.z, max.z],
  ];
  for (const { camera, half } of all) {
    const { x, y, z } = camera.position;
    const above = y - floorY - top;
    // What is higher than the light throws its shadow as far as there are any.
    const far = above > 0.02 * top ? top / above : 1e6;
    const soft = Math.min(most, half.length() * far);
    for (const [ends, light, middle, corners] of [
      [xs, x, center.x, [min.x, max.x]],
      [zs, z, center.z, [min.z, max.z]],
    ] as const) {
      for (const corner of corners) {
        const end = Math.min(middle + most, Math.max(middle - most, corner + (corner - light) * far));
        ends.push(end - soft, end + soft);
      }
    }
  }
  const margin = MARGIN * radius;
  return {
    x0: Math.min(...xs) - margin,
    x1: Math.max(...xs) + margin,
    z0: Math.min(...zs) - margin,
    z1: Math.max(...zs) + margin,
  };
}
