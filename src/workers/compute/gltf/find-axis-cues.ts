import type { AxisCue } from '../../../contract/model-report.ts';
import type { UpAxis } from '../../../contract/scene/up-axis.ts';
import { objectOf, textOf } from '../../../tracer/gltf/gltf-content.ts';
import type { GltfJson } from '../../../tracer/gltf/gltf-json.ts';
import type { Bounds } from '../../../tracer/scene/bounds.ts';
import type { SurfaceSample } from '../pack/sample-surface.ts';

const UP: readonly UpAxis[] = ['X_UP', 'Y_UP', 'Z_UP'];
const DOWN: readonly UpAxis[] = ['X_DOWN', 'Y_DOWN', 'Z_DOWN'];
/** A base within this share of the size of zero stands on the ground. */
const GROUND_SHARE = 0.02;
/** Lower than this share of its shorter side, a thing on the ground may as well hang on a wall. */
const FLAT_SHARE = 0.5;
/** The box's middle is off the origin by at least the first share of its side, and by at most half of that elsewhere. */
const OFF_CENTRE_SHARE = 0.15;
/** Mean of 100 vertices off the middle of a mirrored side: noise. */
const MIRROR_SHARE = 0.03;
/** Twice the noise of a mirrored side. */
const LEAN_SHARE = 0.06;
/** One axis stands out when it has this much more than the next. */
const STANDS_OUT = 1.5;
/** The same for the surface of what stands on no ground: robots and animals face forward with half of it. */
const FACES_CLEARLY = 4;
/** Thinner than this share of its next side, a board shows its face whether it lies or stands. */
const BOARD_SHARE = 0.2;

/** What the file says about its axes: in words, or by being glTF, which has Y up. */
export function readMetadata(json: GltfJson): AxisCue {
  const scene = json.scenes?.[json.scene ?? 0];
  const root = json.nodes?.[scene?.nodes?.[0] ?? -1];
  for (const holder of [json.asset, scene, root]) {
    const extras = objectOf(objectOf(holder).extras);
    const said = textOf(extras.upAxis ?? extras.up_axis ?? extras.UP_AXIS).toUpperCase();
    const found = /^([+-]?)([XYZ])(?:[_-]?(UP|DOWN))?$/.exec(said);
    if (found === null) continue;
    const axis = 'XYZ'.indexOf(found[2] ?? '');
    const isDown = (found[1] === '-') !== (found[3] === 'DOWN');
    return { cue: 'metadata', reason: 'said', system: (isDown ? DOWN : UP)[axis] ?? null, sureness: 1 };
  }
  if (isFromObj(json)) return { cue: 'metadata', reason: null, system: null, sureness: 0 };
  // Exporters forget to convert; the rule alone must never outweigh what is seen.
  return { cue: 'metadata', reason: 'format', system: 'Y_UP', sureness: 0.5 };
}

/** True for a file that was packed from an OBJ, which does not say what is up. */
export function isFromObj(json: GltfJson): boolean {
  return objectOf(objectOf(json.asset).extras).source === 'obj';
}

/**
 * Products are mirrored left to right, often front to back, hardly ever top to bottom. The surface of a board is no clue,
 * nor is one that faces another axis than that of the ground: a seat's back is larger than the seat.
 */
export function readNormals(sample: SurfaceSample, bounds: Bounds): AxisCue {
  const ground = groundOf(bounds);
  const axis = outstanding(
    [0, 1, 2].filter((candidate) => !isMirrored(sample, bounds, candidate)),
    (candidate) => sample.facing[candidate] ?? 0,
    ground === -1 ? FACES_CLEARLY : STANDS_OUT,
  );
  const isClue = !isBoard(bounds) && (ground === -1 || ground === axis);
  return { cue: 'normals', ...answer(isClue ? axis : -1, 'facing', 1) };
}

/** Whether one half has as many of the model's vertices as the other. */
export function isMirrored(sample: SurfaceSample, bounds: Bounds, axis: number): boolean {
  return Math.abs(leanOf(sample, bounds, axis)) <= MIRROR_SHARE;
}

/** The axis along which the model stands on the ground, else the one along which it is off the origin. */
export function readBoundingBox(bounds: Bounds): AxisCue {
  const { min, max } = bounds;
  const sides = sidesOf(min, max);
  const ground = groundOf(bounds);
  if (ground !== -1) {
    const isFlat =
      (sides[ground] ?? 0) < FLAT_SHARE * Math.min(...others(ground).map((axis) => sides[axis] ?? 0));
    return { cue: 'boundingBox', ...answer(ground, 'ground', isFlat ? 0.5 : 1) };
  }
  const off = sides.map((side, axis) =>
    side > 0 ? Math.abs((min[axis] ?? 0) + (max[axis] ?? 0)) / 2 / side : 0,
  );
  const shifted = off.findIndex(
    (share, axis) =>
      share >= OFF_CENTRE_SHARE && others(axis).every((other) => (off[other] ?? 0) <= share / 2),
  );
  return { cue: 'boundingBox', ...answer(isBoard(bounds) ? -1 : shifted, 'offCentre', 0.5) };
}

/** The axis along which one half has more of the model's vertices than the other; a board's is no clue. */
export function readVertices(sample: SurfaceSample, bounds: Bounds): AxisCue {
  const lean = (axis: number): number => Math.abs(leanOf(sample, bounds, axis));
  const axis = outstanding([0, 1, 2], lean, STANDS_OUT);
  const isClue = axis >= 0 && lean(axis) >= LEAN_SHARE && !isBoard(bounds);
  return { cue: 'vertices', ...answer(isClue ? axis : -1, 'lean', 1) };
}

/** The axis along which the model stands on zero while it spreads both ways along the others; -1 for none. */
function groundOf({ min, max }: Bounds): number {
  const margin = Math.max(...sidesOf(min, max)) * GROUND_SHARE;
  const isGrounded = (axis: number): boolean =>
    Math.abs(min[axis] ?? 0) <= margin && (max[axis] ?? 0) > 4 * margin;
  const isAcross = (axis: number): boolean => (min[axis] ?? 0) < -margin && (max[axis] ?? 0) > margin;
  return [0, 1, 2].findIndex((axis) => isGrounded(axis) && others(axis).every(isAcross));
}

function isBoard({ min, max }: Bounds): boolean {
  const [thin = 0, next = 0] = sidesOf(min, max).sort((a, b) => a - b);
  return thin < BOARD_SHARE * next;
}

function answer(
  axis: number,
  reason: AxisCue['reason'],
  sureness: number,
): Pick<AxisCue, 'reason' | 'system' | 'sureness'> {
  const system = UP[axis];
  return system === undefined ? { reason: null, system: null, sureness: 0 } : { reason, system, sureness };
}

/** The one with the most, if that is `times` as much as the next has; -1 otherwise. */
function outstanding(axes: readonly number[], amount: (axis: number) => number, times: number): number {
  const [first, second] = [...axes].sort((a, b) => amount(b) - amount(a));
  if (first === undefined || amount(first) <= 0) return -1;
  return second === undefined || amount(first) >= times * amount(second) ? first : -1;
}

/** How far the mean vertex is from the middle of the box, as a share of its side. */
function leanOf({ mean }: SurfaceSample, { min, max }: Bounds, axis: number): number {
  const [low = 0, high = 0] = [min[axis], max[axis]];
  return mean === null || high <= low ? 0 : ((mean[axis] ?? 0) - (low + high) / 2) / (high - low);
}

function sidesOf(min: readonly number[], max: readonly number[]): number[] {
  return max.map((value, axis) => value - (min[axis] ?? 0));
}

function others(axis: number): number[] {
  return [0, 1, 2].filter((other) => other !== axis);
}
