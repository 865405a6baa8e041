import { ORIENTATION_RATIO } from '../constants.ts';
import { turnToAxis, type UpAxis } from './up-axis.ts';

type Triple = readonly [number, number, number];

/** What a model fills on the stage (S2 3). Stage units. */
export interface ModelBounds {
  readonly size: Triple;
  readonly center: Triple;
  readonly maxDimension: number;
  readonly minDimension: number;
}

/** A direction on the stage. */
export type SignedAxis = `${'+' | '-'}${'X' | 'Y' | 'Z'}`;

/** Which way a model extends, and where its top, its front and its right side point (S2 3). */
export interface Orientation {
  /** `vertical`: tall; `horizontal-*`: long along that axis; `generic`: neither by a factor of 1.2 (S2 4). */
  readonly type: 'vertical' | 'horizontal-x' | 'horizontal-z' | 'generic';
  readonly upAxis: SignedAxis;
  readonly frontAxis: SignedAxis;
  readonly rightAxis: SignedAxis;
}

const TYPES = ['horizontal-x', 'vertical', 'horizontal-z'] as const;

export function measureBounds(min: Triple, max: Triple): ModelBounds {
  const size = [max[0] - min[0], max[1] - min[1], max[2] - min[2]] as const;
  const center = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2] as const;
  return { size, center, maxDimension: Math.max(...size), minDimension: Math.min(...size) };
}

/** @param upAxis The system that was chosen: an upright model's top is +Y, its front +Z, its right side +X. */
export function describeOrientation({ size }: Pick<ModelBounds, 'size'>, upAxis: UpAxis): Orientation {
  const isLong = (axis: number): boolean =>
    size.every((other, index) => index === axis || (size[axis] ?? 0) > ORIENTATION_RATIO * other);
  const turn = turnToAxis(upAxis);
  return {
    type: TYPES.find((_, axis) => isLong(axis)) ?? 'generic',
    upAxis: nameDirection(turn.slice(4, 7)),
    frontAxis: nameDirection(turn.slice(8, 11)),
    rightAxis: nameDirection(turn.slice(0, 3)),
  };
}

/** @param direction Along one axis. */
function nameDirection([x = 0, y = 0, z = 0]: readonly number[]): SignedAxis {
  const sign = x + y + z < 0 ? '-' : '+';
  return `${sign}${x !== 0 ? 'X' : y !== 0 ? 'Y' : 'Z'}`;
}
