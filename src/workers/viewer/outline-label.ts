import { type Matrix4, type PerspectiveCamera, Vector3 } from 'three';
import { frameLabel, type Label } from '../../contract/scene/label.ts';
import type { LabelOutline } from '../../contract/stage.ts';
import type { StageRect } from '../../contract/viewer-events.ts';

/** Points along each edge of an outline. */
const EDGE_POINTS = 8;
/** Halves of width and height, in the order of `LabelOutline.corners`. */
const CORNERS = [
  [-1, 1],
  [1, 1],
  [1, -1],
  [-1, -1],
] as const;

/**
 * Where a label is seen, as its plane or cylinder lies: what of the product is before it does not count.
 *
 * @param toStage Normalised frame to stage frame.
 * @returns Null where its middle looks away from the camera, or part of it is behind the camera.
 */
export function outlineLabel(
  label: Label,
  toStage: Matrix4,
  camera: PerspectiveCamera,
  rect: Pick<StageRect, 'widthPx' | 'heightPx'>,
): LabelOutline | null {
  const centre = pointOf(label, 0, 0).applyMatrix4(toStage);
  const out = new Vector3(...frameLabel(label).normal).transformDirection(toStage);
  if (out.dot(camera.position.clone().sub(centre)) <= 0) return null;
  const see = (right: number, top: number): [number, number] | null => {
    const { x, y, z } = pointOf(label, right, top).applyMatrix4(toStage).project(camera);
    if (z > 1) return null;
    return [round(((x + 1) / 2) * rect.widthPx), round(((1 - y) / 2) * rect.heightPx)];
  };
  const middle = see(0, 0);
  const edge: [number, number][] = [];
  for (const [index, [a, b]] of CORNERS.entries()) {
    const [c, d] = CORNERS[(index + 1) % CORNERS.length] ?? [a, b];
    for (let step = 0; step < EDGE_POINTS; step++) {
      const share = step / EDGE_POINTS;
      const [i, j] = [a + share * (c - a), b + share * (d - b)];
      const point = see((i * label.width) / 2, (j * label.height) / 2);
      if (point === null) return null;
      edge.push(point);
    }
  }
  return middle && { middle, corners: edge.filter((_, at) => at % EDGE_POINTS === 0), edge };
}

/** A point of a label in the normalised frame; from its middle to the picture's right and top. */
function pointOf(label: Label, right: number, top: number): Vector3 {
  const frame = frameLabel(label);
  const [c, k] = [Math.cos(label.rotationRadians), Math.sin(label.rotationRadians)];
  const [s, t] = [right * c - top * k, right * k + top * c];
  const point = new Vector3(...frame.origin).addScaledVector(new Vector3(...frame.up), t);
  if (label.projection === 'flat') return point.addScaledVector(new Vector3(...frame.right), s);
  const angle = s / label.radius;
  return point
    .addScaledVector(new Vector3(...frame.normal), label.radius * Math.cos(angle))
    .addScaledVector(new Vector3(...frame.right), label.radius * Math.sin(angle));
}

/** To a tenth of a pixel. */
function round(px: number): number {
  return Math.round(px * 10) / 10;
}
