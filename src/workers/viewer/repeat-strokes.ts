import {
  BufferAttribute,
  BufferGeometry,
  type InterleavedBufferAttribute,
  type Line,
  LineLoop,
  LineSegments,
  Matrix3,
  Matrix4,
  Object3D,
  Points,
  Vector3,
} from 'three';
import { dropUnusedPoints } from './drop-unused-points.ts';

/** Of all copies of one shape, and of what is drawn between them: a gigabyte on the card, as 20 million triangles. */
const MAX_POINTS = 20_000_000;

type Attribute = BufferAttribute | InterleavedBufferAttribute;

/**
 * Points or lines once for each place, in one shape: the card repeats surfaces alone. They have the file's own colour everywhere, as in
 * the tracer. Where all of them are more than a card holds the first is there alone: the rest of the model can be looked at without.
 *
 * @param wanted Matrices in the frame of their node, one after the other.
 */
export function repeatStrokes(strokes: Line | Points, wanted: Float32Array): LineSegments | Points {
  const { geometry, material } = strokes;
  dropUnusedPoints(geometry);
  const { count } = geometry.getAttribute('position') ?? { count: 0 };
  const ends = listEnds(strokes, count);
  // A line has two ends for each of its points.
  const isTooMuch = Math.max(count, ends.length / 2) * (wanted.length / 16) > MAX_POINTS;
  const places = isTooMuch ? wanted.subarray(0, 16) : wanted;
  const copies = places.length / 16;
  const repeated = new BufferGeometry();
  for (const [name, attribute] of Object.entries(geometry.attributes))
    repeated.setAttribute(
      name,
      name === 'position' ? place(attribute, places, true) : repeat(attribute, copies),
    );
  for (const name of ['position', 'normal', 'color'] as const) {
    const targets = geometry.morphAttributes[name]?.map((target) =>
      name === 'position' ? place(target, places, false) : repeat(target, copies),
    );
    if (targets !== undefined) repeated.morphAttributes[name] = targets;
  }
  repeated.morphTargetsRelative = geometry.morphTargetsRelative;
  const corners = new Uint32Array(ends.length * copies);
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
function place(from: Attribute, places: Float32Array, isPoint: boolean): BufferAttribute {
  const copies = places.length / 16;
  const values = new Float32Array(from.count * copies * 3);
  const [cell, matrix, turn] = [new Vector3(), new Matrix4(), new Matrix3()];
  for (let copy = 0; copy < copies; copy++) {
    turn.setFromMatrix4(matrix.fromArray(places, copy * 16));
    for (let point = 0; point < from.count; point++) {
      cell.fromBufferAttribute(from, point);
      if (isPoint) cell.applyMatrix4(matrix);
      else cell.applyMatrix3(turn);
      cell.toArray(values, (copy * from.count + point) * 3);
    }
  }
  return new BufferAttribute(values, 3);
}

function repeat(from: Attribute, copies: number): BufferAttribute {
  const { count, itemSize } = from;
  const values = new Float32Array(count * itemSize * copies);
  for (let at = 0; at < count * itemSize; at++)
    values[at] = from.getComponent(Math.floor(at / itemSize), at % itemSize);
  for (let copy = 1; copy < copies; copy++) values.copyWithin(copy * count * itemSize, 0, count * itemSize);
  return new BufferAttribute(values, itemSize);
}
