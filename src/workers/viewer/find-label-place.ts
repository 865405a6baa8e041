import { type Matrix4, Raycaster, Vector3 } from 'three';
import type { LabelPlace } from '../../contract/stage.ts';
import { PRODUCT_LAYER } from './capture-layers.ts';
import { fitCircle } from './fit-circle.ts';
import type { PartHit } from './pick-part.ts';

/** Upright, in the normalised frame. */
const UP = new Vector3(0, 1, 0);
/** Surfaces that look up or down by more than this cosine have no side to wrap around. */
const MAX_SLOPE = 0.7;
/** Half widths within which the surface is looked at, units of the normalised frame; the first that is all surface counts. */
const REACHES = [0.8, 0.4, 0.2, 0.1];
/** Less bent than this over its reach, a surface is flat. */
const MIN_SAGITTA = 0.01;
/** How far points may lie off a circle, of its radius, and how far normals may look off it, as a cosine. */
const MAX_MISS = 0.03;
const MIN_ALIKE = 0.9;
/** Angles on either side of the place at which the circle is measured again. */
const ARC = [-0.7, -0.5, -0.3, -0.15, 0, 0.15, 0.3, 0.5, 0.7];

/** What casts a ray of the stage at the model. */
export type MeetParts = (ray: Raycaster) => PartHit | null;

/**
 * Where a label would lie: on the surface that was met, upright, or with its top away from the camera on one that lies.
 *
 * @param toStage The normalised frame in the stage's. @param cameraUp Where the camera's top points on the stage.
 */
export function findLabelPlace(
  met: PartHit,
  meet: MeetParts,
  toStage: Matrix4,
  cameraUp: Vector3,
): LabelPlace {
  const { part } = met;
  const fromStage = toStage.clone().invert();
  const position = met.point.clone().applyMatrix4(fromStage);
  const normal = normalOf(met, toStage);
  const isLying = Math.abs(normal.y) > 0.9;
  const axis = isLying ? snap(cameraUp.clone().transformDirection(fromStage)) : UP;
  const cast = (from: Vector3, direction: Vector3): Surface | null => {
    const ray = new Raycaster(
      from.clone().applyMatrix4(toStage),
      direction.clone().transformDirection(toStage),
    );
    ray.layers.set(PRODUCT_LAYER);
    const found = meet(ray);
    if (found?.part !== part) return null;
    const point = found.point.clone().applyMatrix4(fromStage);
    return { point, normal: normalOf(found, toStage) };
  };
  return {
    position: position.toArray(),
    normal: normal.toArray(),
    axis: axis.toArray(),
    radius: findRadius(position, normal, cast),
    nodeIndex: part.nodeIndex,
    materialIndex: part.fileIndex,
  };
}

interface Surface {
  readonly point: Vector3;
  readonly normal: Vector3;
}

/** Unit, in the normalised frame, towards whoever looks. A normal enters a frame by the transpose of the matrix that leaves it. */
function normalOf({ normal: { x, y, z } }: PartHit, { elements: m }: Matrix4): Vector3 {
  const along = (column: number): number =>
    (m[column] ?? 0) * x + (m[column + 1] ?? 0) * y + (m[column + 2] ?? 0) * z;
  return new Vector3(along(0), along(4), along(8)).normalize();
}

/** The nearest of the four directions that lie level. */
function snap({ x, z }: Vector3): Vector3 {
  if (Math.abs(x) > Math.abs(z)) return new Vector3(Math.sign(x), 0, 0);
  return new Vector3(0, 0, z > 0 ? 1 : -1);
}

/** Radius of the upright cylinder, or cone, that the surface is part of at a point; null where it is none. */
function findRadius(
  position: Vector3,
  normal: Vector3,
  cast: (from: Vector3, direction: Vector3) => Surface | null,
): number | null {
  if (Math.abs(normal.y) > MAX_SLOPE) return null;
  const out = new Vector3(normal.x, 0, normal.z).normalize();
  const right = UP.clone().cross(out);
  const inwards = out.clone().negate();
  for (const reach of REACHES) {
    const near = [-1, -0.5, 0.5, 1].map((share) =>
      cast(
        position
          .clone()
          .addScaledVector(right, share * reach)
          .addScaledVector(out, reach),
        inwards,
      ),
    );
    const first = near.filter((one) => one !== null && one.point.distanceTo(position) < 2.5 * reach);
    if (first.length < near.length) continue;
    const rough = measure([...first, { point: position, normal }] as Surface[], right, out, position);
    if (rough === null || (reach * reach) / (2 * rough.radius) < MIN_SAGITTA) return null;
    const { centre } = rough;
    const around = ARC.map((angle) => {
      const ray = out.clone().multiplyScalar(Math.cos(angle)).addScaledVector(right, Math.sin(angle));
      return cast(centre.clone().addScaledVector(ray, 1.5 * rough.radius), ray.negate());
    });
    const fine = measure(
      around.filter((one) => one !== null),
      right,
      out,
      position,
    );
    return fine?.radius ?? rough.radius;
  }
  return null;
}

/** The circle that points of a surface lie on, seen from above; null where they, or their normals, do not. */
function measure(
  surfaces: readonly Surface[],
  right: Vector3,
  out: Vector3,
  position: Vector3,
): { readonly centre: Vector3; readonly radius: number } | null {
  const flat = surfaces.map(({ point }) => {
    const from = point.clone().sub(position);
    return [from.dot(right), from.dot(out)] as const;
  });
  const circle = fitCircle(flat);
  if (circle === null || circle.miss > MAX_MISS * circle.radius) return null;
  const centre = position.clone().addScaledVector(right, circle.x).addScaledVector(out, circle.y);
  const looksAway = surfaces.every(({ point, normal }) => {
    const radial = point.clone().sub(centre).setY(0).normalize();
    return radial.dot(normal.clone().setY(0).normalize()) > MIN_ALIKE;
  });
  return looksAway ? { centre, radius: circle.radius } : null;
}
