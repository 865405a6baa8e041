import { numberOf, objectOf, textOf } from '../gltf/gltf-content.ts';
import type { GltfJson } from '../gltf/gltf-json.ts';

/** What a channel of an animation does to a node over time (glTF 2.0, 3.11). */
export interface AnimationTrack {
  /** glTF node index. */
  readonly node: number;
  readonly path: 'translation' | 'rotation' | 'scale' | 'weights';
  readonly interpolation: 'STEP' | 'LINEAR' | 'CUBICSPLINE';
  /** Seconds, never falling. */
  readonly times: Float32Array;
  /** Of each time; of splines the tangent in, the value and the tangent out. */
  readonly values: Float32Array;
}

/** How a node stands in place of what its file says; what is absent stays. */
export interface NodePose {
  readonly translation?: readonly number[];
  /** A unit quaternion, xyzw. */
  readonly rotation?: readonly number[];
  readonly scale?: readonly number[];
  /** Of the morph targets of its mesh. */
  readonly weights?: readonly number[];
}

const SIZES: Readonly<Record<string, number>> = { translation: 3, rotation: 4, scale: 3 };
/** Halvings of an arc: finer than a float can say. */
const HALVINGS = 32;

/**
 * Reads the channels of an animation. What cannot be read, or moves what is no part of a node (KHR_animation_pointer), is left
 * out.
 *
 * @param floatsOf Values of an accessor, normalised ones decoded; null where it cannot be read.
 */
export function readTracks(
  json: GltfJson,
  clip: number,
  floatsOf: (accessor: number) => Float32Array | null,
): AnimationTrack[] {
  const animation = objectOf(listOf(objectOf(json).animations)[clip]);
  const samplers = listOf(animation.samplers).map(objectOf);
  return listOf(animation.channels).flatMap((entry) => {
    const channel = objectOf(entry);
    const { node, path: named } = objectOf(channel.target);
    const sampler = samplers[numberOf(channel.sampler, -1)];
    const path = textOf(named);
    if (typeof node !== 'number' || sampler === undefined || !isPath(path)) return [];
    const interpolation = readInterpolation(sampler.interpolation);
    const times = floatsOf(numberOf(sampler.input, -1));
    const values = floatsOf(numberOf(sampler.output, -1));
    if (times === null || values === null || json.nodes?.[node] === undefined) return [];
    const track = { node, path, interpolation, times, values };
    return isSound(track) ? [track] : [];
  });
}

/** Accessors that the animations of a document name, each once. */
export function listAnimationAccessors(json: GltfJson): number[] {
  const named = listOf(objectOf(json).animations).flatMap((animation) =>
    listOf(objectOf(animation).samplers).flatMap((sampler) => {
      const { input, output } = objectOf(sampler);
      return [numberOf(input, -1), numberOf(output, -1)];
    }),
  );
  return [...new Set(named)].filter((index) => json.accessors?.[index] !== undefined);
}

/** Names of the animations, as the file has them: they may be empty. */
export function listAnimationNames(json: GltfJson): string[] {
  return listOf(objectOf(json).animations).map((animation) => textOf(objectOf(animation).name));
}

/** When the last of the tracks ends, in seconds. */
export function durationOf(tracks: readonly AnimationTrack[]): number {
  return tracks.reduce((last, { times }) => Math.max(last, times[times.length - 1] ?? 0), 0);
}

/**
 * How nodes stand at a moment. Before its first and after its last time a track holds still. Sums, products and roots alone:
 * every machine gives the same pose.
 */
export function samplePose(tracks: readonly AnimationTrack[], seconds: number): Map<number, NodePose> {
  const poses = new Map<number, NodePose>();
  for (const track of tracks) {
    const value = sampleTrack(track, seconds);
    poses.set(track.node, { ...poses.get(track.node), [track.path]: value });
  }
  return poses;
}

function sampleTrack(track: AnimationTrack, seconds: number): number[] {
  const { times, interpolation, path } = track;
  const next = times.findIndex((time) => time > seconds);
  const first = next === -1 ? times.length - 1 : Math.max(0, next - 1);
  const from = valueAt(track, first);
  const isBetween = next > 0;
  if (!isBetween || interpolation === 'STEP') return path === 'rotation' ? unit(from) : from;
  const span = (times[next] ?? 0) - (times[first] ?? 0);
  const t = (seconds - (times[first] ?? 0)) / span;
  if (interpolation === 'CUBICSPLINE') {
    const value = hermite(track, first, next, t, span);
    return path === 'rotation' ? unit(value) : value;
  }
  const to = valueAt(track, next);
  if (path === 'rotation') return turn(unit(from), unit(to), t);
  return from.map((value, cell) => value + ((to[cell] ?? 0) - value) * t);
}

/** @param part 0 the tangent in, 1 the value, 2 the tangent out; of tracks without tangents always the value. */
function valueAt({ times, values, interpolation }: AnimationTrack, key: number, part = 1): number[] {
  const parts = interpolation === 'CUBICSPLINE' ? 3 : 1;
  const size = values.length / (times.length * parts);
  const start = (key * parts + (parts === 1 ? 0 : part)) * size;
  return Array.from(values.subarray(start, start + size));
}

/** Cubic spline of glTF 2.0, appendix C.4: tangents count per second. */
function hermite(track: AnimationTrack, first: number, next: number, t: number, span: number): number[] {
  const [from, out, into, to] = [
    valueAt(track, first),
    valueAt(track, first, 2),
    valueAt(track, next, 0),
    valueAt(track, next),
  ];
  const t2 = t * t,
    t3 = t2 * t;
  return from.map(
    (value, cell) =>
      (2 * t3 - 3 * t2 + 1) * value +
      span * (t3 - 2 * t2 + t) * (out[cell] ?? 0) +
      (3 * t2 - 2 * t3) * (to[cell] ?? 0) +
      span * (t3 - t2) * (into[cell] ?? 0),
  );
}

/**
 * Turns from one unit quaternion towards another by the shorter way at an even pace (slerp): by halving the arc, whose
 * middle is the mean of its ends, so that no sine is needed.
 */
function turn(from: readonly number[], to: readonly number[], share: number): number[] {
  const along = from.reduce((sum, value, cell) => sum + value * (to[cell] ?? 0), 0);
  let [low, high] = [[...from], to.map((value) => (along < 0 ? -value : value))];
  let rest = share;
  for (let step = 0; step < HALVINGS; step++) {
    const middle = unit(low.map((value, cell) => value + (high[cell] ?? 0)));
    rest *= 2;
    if (rest < 1) high = middle;
    else {
      low = middle;
      rest -= 1;
    }
  }
  return low;
}

function unit(quaternion: readonly number[]): number[] {
  const length = Math.sqrt(quaternion.reduce((sum, value) => sum + value * value, 0));
  return length > 1e-12 ? quaternion.map((value) => value / length) : [0, 0, 0, 1];
}

function isPath(path: string): path is AnimationTrack['path'] {
  return path === 'weights' || path in SIZES;
}

function readInterpolation(value: unknown): AnimationTrack['interpolation'] {
  return value === 'STEP' || value === 'CUBICSPLINE' ? value : 'LINEAR';
}

/** As many values as times ask for, all of them numbers, and time does not run back. */
function isSound({ path, interpolation, times, values }: AnimationTrack): boolean {
  const size = values.length / (times.length * (interpolation === 'CUBICSPLINE' ? 3 : 1));
  const isFitting = path === 'weights' ? Number.isInteger(size) && size > 0 : size === SIZES[path];
  const isRising = times.every((time, key) => key === 0 || time >= (times[key - 1] ?? 0));
  return isFitting && isRising && times.every(Number.isFinite) && values.every(Number.isFinite);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
