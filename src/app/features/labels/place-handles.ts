import type { LabelOutline } from '../../../contract/stage.ts';

type Point = readonly [xPx: number, yPx: number];

/** Half of the area that a finger needs: handles of a small label stand so far from its middle. */
const REACH_PX = 22;
/** From the top edge to the middle of the handle that turns. */
const TURN_PX = 44;
/** Right and top of each corner, in the order of `LabelOutline.corners`. */
const SIDES = [
  [-1, 1],
  [1, 1],
  [1, -1],
  [-1, -1],
] as const;

/** Where handles stand around a label: at its corners, but never over each other; and above its top edge. */
export function placeHandles({ middle, corners }: LabelOutline): {
  readonly corners: readonly Point[];
  readonly turn: Point;
} {
  const [topLeft = middle, topRight = middle, , bottomLeft = middle] = corners;
  const right = along(topLeft, topRight, [1, 0]);
  const top = along(bottomLeft, topLeft, [0, -1]);
  const aside = Math.max(0, REACH_PX - right.length / 2);
  const above = Math.max(0, REACH_PX - top.length / 2);
  const move = ([x, y]: Point, toRight: number, toTop: number): Point => [
    x + toRight * right.way[0] + toTop * top.way[0],
    y + toRight * right.way[1] + toTop * top.way[1],
  ];
  const edge: Point = [(topLeft[0] + topRight[0]) / 2, (topLeft[1] + topRight[1]) / 2];
  return {
    corners: corners.map((corner, at) => {
      const [i, j] = SIDES[at] ?? [0, 0];
      return move(corner, i * aside, j * above);
    }),
    turn: move(edge, 0, above + TURN_PX),
  };
}

function along(from: Point, to: Point, otherwise: Point): { readonly way: Point; readonly length: number } {
  const [x, y] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(x, y);
  return { length, way: length < 1e-3 ? otherwise : [x / length, y / length] };
}
