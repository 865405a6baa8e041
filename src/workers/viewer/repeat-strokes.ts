import {
  BufferAttribute,
  BufferGeometry,
  type InterleavedBufferAttribute,
  type Line,
  LineLoop,
  LineSegments,
  Matrix3,
  type Matrix4,
  Object3D,
  Points,
  Vector3,
} from 'three';
import { tooComplex } from '../../tracer/gltf/gltf-values.ts';
import { dropUnusedPoints } from './drop-unused-points.ts';

/** Of all copies of one shape: a gigabyte on the card, as 20 million triangles. */
const MAX_POINTS = 20_000_000;

type Attribute = BufferAttribute | InterleavedBufferAttribute;

/**
 * Points or lines once for each place, in one shape: the card repeats surfaces alone. They have the file's own colour everywhere, as in
 * the tracer.
 *
 * @param places In the frame of their node.
 * @throws AppError `model-too-complex`.
 */
export function repeatStrokes(strokes: Line | Points, places: readonly Matrix4[]): LineSegments | Points {
  const { geometry, material } = strokes;
  dropUnusedPoints(geometry);
  const { count } = geometry.getAttribute('position') ?? { count: 0 };
  const total = count * places.length;
  if (total > MAX_POINTS) throw tooComplex('elements', `${total} points of copied points or lines`);
  const repeated = new BufferGeometry();
  for (const [name, attribute] of Object.entries(geometry.attributes))
    repeated.setAttribute(
      name,
      name === 'position' ? place(attribute, places, true) : repeat(attribute, places),
    );
  for (const name of ['position', 'normal', 'color'] as const) {
    const targets = geometry.morphAttributes[name]?.map((target) =>
      name === 'position' ? place(target, places, false) : repeat(target, places),
    );
    if (targets !== undefined) repeated.morphAttributes[name] = targets;
  }
  repeated.morphTargetsRelative = geometry.morphTargetsRelative;
  const ends = listEnds(strokes, count);
  const corners = new Uint32Array(ends.length * places.length);
  for (let at = 0; at < corners.length; at++)
    corners[at] = (ends[at % ends.length] ?? 0) + Math.floor(at / ends.length) * count;
  repeated.setIndex(new BufferAttribute(corners, 1));
  const made =
    strokes instanceof Points ? new Points(repeated, material) : new LineSegments(repeated, material);
  Object3D.prototype.copy.call(made, strokes);
  if (strokes.morphTargetInfluences) made.morphTargetInfluences = [...strokes.morphTargetInfluences];
  return made;
}

/** The points that are drawn, or the two of each line. What names a point that is not there is left out: it would name one of another copy. */
function listEnds(strokes: Line | Points, count: number): number[] {
  const { index } = strokes.geometry;
  const named = index === null ? Array.from({ length: count }, (_, at) => at) : Array.from(index.array);
  if (strokes instanceof Points) return named.filter((point) => point < count);
  const first = strokes instanceof LineLoop ? named[0] : undefined;
  const lines =
    strokes instanceof LineSegments
      ? named.flatMap((from, at) => (at % 2 === 0 ? [[from, named[at + 1]]] : []))
      : named.map((from, at) => [from, named[at + 1] ?? first]);
  return lines.flatMap(([from = count, to = count]) => (from < count && to < count ? [from, to] : []));
}

/** @param isPoint False for the way by which a point moves. */
function place(from: Attribute, places: readonly Matrix4[], isPoint: boolean): BufferAttribute {
  const values = new Float32Array(from.count * places.length * 3);
  const [cell, turn] = [new Vector3(), new Matrix3()];
  for (const [copy, matrix] of places.entries()) {
    turn.setFromMatrix4(matrix);
    for (let point = 0; point < from.count; point++) {
      cell.fromBufferAttribute(from, point);
      if (isPoint) cell.applyMatrix4(matrix);
      else cell.applyMatrix3(turn);
      cell.toArray(values, (copy * from.count + point) * 3);
    }
  }
  return new BufferAttribute(values, 3);
}

function repeat(from: Attribute, places: readonly Matrix4[]): BufferAttribute {
  const { count, itemSize } = from;
  const values = new Float32Array(count * itemSize * places.length);
  for (let at = 0; at < count * itemSize; at++)
    values[at] = from.getComponent(Math.floor(at / itemSize), at % itemSize);
  for (let copy = 1; copy < places.length; copy++)
    values.copyWithin(copy * count * itemSize, 0, count * itemSize);
  return new BufferAttribute(values, itemSize);
}
