import { z } from 'zod';
import { INSTANCE_INDEX_MAX, LABEL_SIZE } from '../constants.ts';
import { ContentHash } from '../ids.ts';
import { count, Fraction, Real, text, whole } from '../shapes.ts';
import { cross } from './vector3.ts';

/** How a label is made: ink on the part as it is, a dull sticker, print under gloss varnish, or stamped foil. */
export const LABEL_FINISHES = ['print', 'matt', 'gloss', 'foil'] as const;
export type LabelFinish = (typeof LABEL_FINISHES)[number];

/** How a label lies: laid flat along the normal of its place, or bent around a cylinder. */
export const LABEL_PROJECTIONS = ['flat', 'wrapped'] as const;

const Vector3 = z.tuple([Real, Real, Real]);
/** Not of unit length, but with a direction. */
const Direction = Vector3.refine(
  (v) => v.some((x) => Math.abs(x) >= 1e-3) && v.every((x) => Math.abs(x) <= 1e3),
  'has no direction',
);
const Length = z.number().min(LABEL_SIZE.min).max(LABEL_SIZE.max);

/** What a label may lie on, as the file numbers it; of a material also its independent instances. */
export const LabelTarget = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all') }),
  z.object({ kind: z.literal('node'), nodeIndex: count() }),
  z.object({ kind: z.literal('material'), materialIndex: whole(-1, INSTANCE_INDEX_MAX) }),
]);
export type LabelTarget = z.infer<typeof LabelTarget>;

/**
 * A picture on the product. Places and lengths are those of the normalised frame, so that a label goes along with a product
 * that is moved, turned or scaled.
 */
export const Label = z.object({
  imageHash: ContentHash,
  name: text(255),
  target: LabelTarget,
  /** The middle of the picture. */
  position: Vector3,
  /** Out of the surface there. */
  normal: Direction,
  /** Where the picture's top points before it is turned; a wrapped one lies about a line in this direction. */
  axis: Direction,
  /** From that line to the middle. */
  radius: Length,
  projection: z.enum(LABEL_PROJECTIONS),
  width: Length,
  height: Length,
  /** Anticlockwise, as one looks at it. */
  rotationRadians: Real,
  /** How far the surface may lie from the picture's plane or cylinder, on either side of it. */
  depth: Length,
  finish: z.enum(LABEL_FINISHES),
  /** Multiplies the picture's own. */
  opacity: Fraction,
  /** White below the ink, so that the part's colour does not show through. Of foil it does not count. */
  hasUnderprint: z.boolean(),
});
export type Label = z.infer<typeof Label>;

/** Surfaces that look away from a label by more than this cosine do not have it. */
export const LABEL_MIN_FACING = 0.2;
/** Roughness of a dull sticker. */
export const LABEL_MATT_ROUGHNESS = 0.85;
/**
 * Roughness of foil: stamped on board, it is not flat. A smoother one, laid flat, mirrors one place of its surroundings, and there is
 * none that looks like gold; from 0.4 on it looks like paint.
 */
export const LABEL_FOIL_ROUGHNESS = 0.32;
/** Roughness of the varnish, a clear coat. Print of its own below it reflects nothing more: so its dark is deeper than dull print's. */
export const LABEL_GLOSS_ROUGHNESS = 0.06;

/** A label's directions at right angles, of unit length, as one looks at it; and where they begin. */
export interface LabelFrame {
  /** Flat: the middle. Wrapped: on the line about which it lies, level with the middle. */
  readonly origin: readonly [number, number, number];
  readonly right: readonly [number, number, number];
  readonly up: readonly [number, number, number];
  readonly normal: readonly [number, number, number];
}

/**
 * The one frame of a label, for the stage and the tracer. A point p of a flat one lies at s = (p - origin) * right and
 * t = (p - origin) * up; of a wrapped one at s = radius * angle about `up`, 0 at `normal` and growing to the right. With
 * s and t turned back by the rotation, the picture's left edge is at -width / 2 and its top edge at height / 2.
 */
export function frameLabel({ position, normal, axis, radius, projection }: Label): LabelFrame {
  if (projection === 'flat') {
    const out = unit(normal);
    const up = across(axis, out);
    return { origin: position, right: cross(up, out), up, normal: out };
  }
  const up = unit(axis);
  const out = across(normal, up);
  const [x, y, z] = out;
  const origin = [position[0] - x * radius, position[1] - y * radius, position[2] - z * radius] as const;
  return { origin, right: cross(up, out), up, normal: out };
}

type Triple = readonly [number, number, number];

/** The part of a direction that is at right angles to a unit one; any such direction where there is none. */
function across(direction: Triple, to: Triple): Triple {
  const [x, y, z] = unit(direction);
  const along = x * to[0] + y * to[1] + z * to[2];
  const rest: Triple = [x - along * to[0], y - along * to[1], z - along * to[2]];
  if (rest[0] * rest[0] + rest[1] * rest[1] + rest[2] * rest[2] > 1e-6) return unit(rest);
  return unit(cross(to, Math.abs(to[0]) < 0.8 ? [1, 0, 0] : [0, 0, 1]));
}

function unit(v: Triple): Triple {
  const length = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  return [v[0] / length, v[1] / length, v[2] / length];
}

/** Whether a label may lie on what a node draws with a material of the file. */
export function touches(
  { target }: Pick<Label, 'target'>,
  nodeIndex: number,
  materialIndex: number,
): boolean {
  if (target.kind === 'node') return target.nodeIndex === nodeIndex;
  return target.kind === 'all' || target.materialIndex === materialIndex;
}

/** Which labels may lie there: bit i is label i of the list. */
export function labelMask(
  labels: readonly Pick<Label, 'target'>[],
  nodeIndex: number,
  materialIndex: number,
): number {
  return labels.reduce(
    (mask, label, index) => (touches(label, nodeIndex, materialIndex) ? mask | (1 << index) : mask),
    0,
  );
}
