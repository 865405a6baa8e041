import type { AxisDetection } from '../../contract/compute-api.ts';
import {
  DETECTION_MAX_NORMALS,
  DETECTION_MAX_VERTICES,
  DETECTION_NORMAL_THRESHOLD,
  DETECTION_WEIGHTS,
} from '../../contract/constants.ts';
import type { GltfJson } from '../../tracer/gltf-json.ts';
import { objectOf, textOf } from './gltf-content.ts';
import type { Bounds, Matrix } from './matrix4.ts';
import type { PlacedPrimitive } from './measure-model.ts';
import { readAccessor } from './read-accessor.ts';

type System = AxisDetection['system'];

const UP_SYSTEMS: readonly System[] = ['X_UP', 'Y_UP', 'Z_UP'];
const DOWN_SYSTEMS: readonly System[] = ['X_DOWN', 'Y_DOWN', 'Z_DOWN'];
/** A base within this share of the size of zero stands on the ground. */
const GROUND_SHARE = 0.02;
/** Two sides are alike, and a third is not, when they differ by less, or more, than this share (S2 4: factor 1.2). */
const ALIKE_FACTOR = 1.2;

/**
 * Guesses which way was up when the file was made. glTF says Y, and most files keep to it, so a doubt never turns a
 * model: only what the file says itself, or a base on the ground of another axis together with the surface's own
 * symmetry, gets above 0.5. Down systems need the file's word: a lamp hangs from its origin legitimately.
 *
 * - metadata 0.4: `upAxis` or `up_axis` in the extras of asset, scene or root node.
 * - normals 0.3: the axis whose share of the sampled normals differs from that of two alike others.
 * - bounding box 0.2: the one axis along which the model starts at zero while it spreads both ways along the others;
 *   half of that for a single longest side.
 * - vertices 0.1: the axis along which the sampled vertices lie lower than the middle of the box.
 *
 * @param bounds All of it, file frame.
 */
export function detectUpAxis(
  json: GltfJson,
  binary: Uint8Array | null,
  primitives: readonly PlacedPrimitive[],
  bounds: Bounds,
): AxisDetection {
  const votes = new Map<System, number>();
  const vote = (system: System | undefined, share: number): void => {
    if (system !== undefined) votes.set(system, (votes.get(system) ?? 0) + share);
  };
  vote(readMetadata(json), DETECTION_WEIGHTS.metadata);
  const [normals, vertices] = sample(json, binary, primitives);
  vote(UP_SYSTEMS[oddAxisOut(normals)], DETECTION_WEIGHTS.normals);
  const ground = findGround(bounds);
  if (ground >= 0) vote(UP_SYSTEMS[ground], DETECTION_WEIGHTS.boundingBox);
  else vote(UP_SYSTEMS[longestAxis(bounds)], DETECTION_WEIGHTS.boundingBox / 2);
  vote(UP_SYSTEMS[heaviestFoot(vertices, bounds)], DETECTION_WEIGHTS.vertices);

  let best: AxisDetection = { system: 'Y_UP', confidence: votes.get('Y_UP') ?? 0 };
  for (const [system, confidence] of votes) if (confidence > best.confidence) best = { system, confidence };
  return best;
}

function readMetadata(json: GltfJson): System | undefined {
  const scene = json.scenes?.[json.scene ?? 0];
  const root = json.nodes?.[scene?.nodes?.[0] ?? -1];
  for (const holder of [json.asset, scene, root]) {
    const extras = objectOf(objectOf(holder).extras);
    const said = textOf(extras.upAxis ?? extras.up_axis ?? extras.UP_AXIS).toUpperCase();
    const found = /^([+-]?)([XYZ])(?:[_-]?(UP|DOWN))?$/.exec(said);
    if (found === null) continue;
    const axis = 'XYZ'.indexOf(found[2] ?? '');
    const isDown = (found[1] === '-') !== (found[3] === 'DOWN');
    return isDown ? DOWN_SYSTEMS[axis] : UP_SYSTEMS[axis];
  }
  return undefined;
}

/** Counts of sampled normals along each axis, and the mean sampled vertex. */
function sample(
  json: GltfJson,
  binary: Uint8Array | null,
  primitives: readonly PlacedPrimitive[],
): [number[], number[] | null] {
  const along = [0, 0, 0];
  const sum = [0, 0, 0];
  let vertexCount = 0;
  for (const { primitive, matrix } of primitives) {
    const read = (name: string) =>
      readAccessor(json, binary, json.accessors?.[primitive.attributes?.[name] ?? -1]);
    const positions = read('POSITION');
    const normals = read('NORMAL');
    for (const index of spread(positions?.count ?? 0, DETECTION_MAX_VERTICES)) {
      const point = [0, 1, 2].map((axis) => positions?.get(index, axis) ?? 0);
      const moved = turn(matrix, point);
      for (let axis = 0; axis < 3; axis++)
        sum[axis] = (sum[axis] ?? 0) + (moved[axis] ?? 0) + (matrix[12 + axis] ?? 0);
      vertexCount++;
    }
    for (const index of spread(normals?.count ?? 0, DETECTION_MAX_NORMALS)) {
      const normal = turn(
        matrix,
        [0, 1, 2].map((axis) => normals?.get(index, axis) ?? 0),
      );
      const length = Math.hypot(...normal);
      const axis = normal.findIndex((value) => Math.abs(value) > DETECTION_NORMAL_THRESHOLD * length);
      if (axis >= 0) along[axis] = (along[axis] ?? 0) + 1;
    }
  }
  return [along, vertexCount === 0 ? null : sum.map((value) => value / vertexCount)];
}

function oddAxisOut(counts: readonly number[]): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total < 12) return -1;
  return [0, 1, 2].findIndex((axis) => {
    const [a = 0, b = 0] = counts.filter((_, other) => other !== axis);
    const own = counts[axis] ?? 0;
    const [low, high] = [Math.min(a, b), Math.max(a, b)];
    if (high > low * ALIKE_FACTOR + 2) return false;
    return own > high * ALIKE_FACTOR * 1.5 || own * ALIKE_FACTOR * 1.5 < low;
  });
}

/** The only axis along which the model starts at zero, -1 for none or several. */
function findGround({ min, max }: Bounds): number {
  const size = Math.max(...max.map((value, axis) => value - (min[axis] ?? 0)));
  const grounded = [0, 1, 2].filter((axis) => {
    const [low = 0, high = 0] = [min[axis], max[axis]];
    return Math.abs(low) <= size * GROUND_SHARE && high > size * GROUND_SHARE * 4;
  });
  const others = [0, 1, 2].filter((axis) => axis !== grounded[0]);
  const straddles = (axis: number): boolean =>
    (min[axis] ?? 0) < -size * GROUND_SHARE && (max[axis] ?? 0) > size * GROUND_SHARE;
  return grounded.length === 1 && others.every(straddles) ? (grounded[0] ?? -1) : -1;
}

function longestAxis({ min, max }: Bounds): number {
  const sizes = max.map((value, axis) => value - (min[axis] ?? 0));
  return sizes.findIndex((size, axis) =>
    sizes.every((other, index) => index === axis || size > other * ALIKE_FACTOR),
  );
}

function heaviestFoot(mean: readonly number[] | null, { min, max }: Bounds): number {
  if (mean === null) return -1;
  const lean = [0, 1, 2].map((axis) => {
    const [low = 0, high = 0] = [min[axis], max[axis]];
    return high > low ? ((low + high) / 2 - (mean[axis] ?? 0)) / (high - low) : 0;
  });
  const strongest = Math.max(...lean);
  return strongest > 0.05 ? lean.indexOf(strongest) : -1;
}

/** Up to `limit` indices, evenly over `count`. */
function spread(count: number, limit: number): number[] {
  const taken = Math.min(count, limit);
  return Array.from({ length: taken }, (_, step) => Math.floor((step * count) / taken));
}

/** Direction after the linear part of a matrix. */
function turn(m: Matrix, v: readonly number[]): number[] {
  return [0, 1, 2].map(
    (row) => (m[row] ?? 0) * (v[0] ?? 0) + (m[4 + row] ?? 0) * (v[1] ?? 0) + (m[8 + row] ?? 0) * (v[2] ?? 0),
  );
}
