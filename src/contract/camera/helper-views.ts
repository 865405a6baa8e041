import { AXIS_COLOURS, HELPER_DISTANCE, HELPER_ISOMETRIC, HELPER_ISOMETRIC_COLOUR } from '../constants.ts';
import type { ModelBounds, Orientation } from '../scene/orientation.ts';
import { HELPER_VIEWS, type HelperView } from '../stage.ts';

type Triple = readonly [number, number, number];

/** A view of the view helper for the model that is on the stage (S2 3). */
export interface DynamicView {
  readonly name: HelperView;
  /** Of the axis it looks along; six digits. */
  readonly color: string;
  /** The faces it shows on a box that is unfolded around its front, 4 faces wide and 3 high; y runs down. */
  readonly region: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
  /** Of the camera, stage units. */
  readonly position: { readonly x: number; readonly y: number; readonly z: number };
  /** What of the model it shows; the page has the words for it. */
  readonly description: 'side' | 'length' | 'height' | 'end' | 'corner';
}

interface Side {
  readonly direction: Triple;
  /** Index of the axis that it looks along; null for a corner. */
  readonly axis: 0 | 1 | 2 | null;
  readonly region: readonly [x: number, y: number, width: number, height: number];
}

const SIDES: Readonly<Record<HelperView, Side>> = {
  front: { direction: [0, 0, 1], axis: 2, region: [1, 1, 1, 1] },
  back: { direction: [0, 0, -1], axis: 2, region: [3, 1, 1, 1] },
  top: { direction: [0, 1, 0], axis: 1, region: [1, 0, 1, 1] },
  bottom: { direction: [0, -1, 0], axis: 1, region: [1, 2, 1, 1] },
  left: { direction: [-1, 0, 0], axis: 0, region: [0, 1, 1, 1] },
  right: { direction: [1, 0, 0], axis: 0, region: [2, 1, 1, 1] },
  isometric: { direction: [1, 1, 1], axis: null, region: [1, 0, 2, 2] },
};
const COLOURS = [AXIS_COLOURS.x, AXIS_COLOURS.y, AXIS_COLOURS.z] as const;
const LONG_AXES = { 'horizontal-x': 0, vertical: 1, 'horizontal-z': 2, generic: null } as const;

/**
 * The seven views, in the order of their digits.
 *
 * @param bounds Null for an empty stage: the views stand at their defaults then (E18).
 */
export function describeHelperViews(
  bounds: ModelBounds | null,
  type: Orientation['type'] = 'generic',
): DynamicView[] {
  return HELPER_VIEWS.map((name) => {
    const { axis, region } = SIDES[name];
    const [x, y, width, height] = region;
    return {
      name,
      color: axis === null ? HELPER_ISOMETRIC_COLOUR : COLOURS[axis],
      region: { x, y, width, height },
      position: placeHelperView(name, bounds),
      description: describeSide(axis, LONG_AXES[type]),
    };
  });
}

/**
 * Where the camera of a view stands (S2 4): one and a half times the largest dimension away from the middle, within
 * limits; of the isometric view 0.8 of that along each axis.
 */
export function placeHelperView(name: HelperView, bounds: ModelBounds | null): DynamicView['position'] {
  const { direction, axis } = SIDES[name];
  const { min, max, sizes, default: usual } = HELPER_DISTANCE;
  const distance = Math.min(max, Math.max(min, (bounds?.maxDimension ?? 0) * sizes));
  const corner = bounds === null ? HELPER_ISOMETRIC.default : distance * HELPER_ISOMETRIC.share;
  const reach = axis === null ? corner : bounds === null ? usual : distance;
  const [cx, cy, cz] = bounds?.center ?? [0, 0, 0];
  const [dx, dy, dz] = direction;
  return { x: cx + dx * reach, y: cy + dy * reach, z: cz + dz * reach };
}

function describeSide(axis: Side['axis'], longAxis: 0 | 1 | 2 | null): DynamicView['description'] {
  if (axis === null) return 'corner';
  if (longAxis === null) return 'side';
  if (axis === longAxis) return 'end';
  return longAxis === 1 ? 'height' : 'length';
}
