/** Where a model is, as a person reads it: stage units, degrees about x, y and z in this order, factors. */
export interface Placement {
  readonly position: readonly [number, number, number];
  readonly rotationDegrees: readonly [number, number, number];
  readonly scale: readonly [number, number, number];
}

/** A model that nobody has moved. */
export const UNMOVED_PLACEMENT: Placement = {
  position: [0, 0, 0],
  rotationDegrees: [0, 0, 0],
  scale: [1, 1, 1],
};

const DEGREE = Math.PI / 180;
/** Nearer to straight up or down than this, x and z turn the same way: z is taken as 0. */
const GIMBAL = 0.999_999_9;

/** Reads a column-major matrix of the transform tool: translation, rotation and scale without shear. */
export function readPlacement(matrix: readonly number[]): Placement {
  const cell = (index: number): number => matrix[index] ?? 0;
  const length = (column: number): number =>
    Math.hypot(cell(column), cell(column + 1), cell(column + 2)) || 1;
  const scale = [length(0), length(4), length(8)] as const;
  const turn = (row: number, column: number): number =>
    cell(column * 4 + row) / (scale[column as 0 | 1 | 2] ?? 1);
  const sine = Math.min(1, Math.max(-1, turn(0, 2)));
  const isLocked = Math.abs(sine) > GIMBAL;
  const x = isLocked ? Math.atan2(turn(2, 1), turn(1, 1)) : Math.atan2(-turn(1, 2), turn(2, 2));
  const z = isLocked ? 0 : Math.atan2(-turn(0, 1), turn(0, 0));
  return {
    position: [cell(12), cell(13), cell(14)],
    rotationDegrees: [tidy(x / DEGREE), tidy(Math.asin(sine) / DEGREE), tidy(z / DEGREE)],
    scale: [tidy(scale[0]), tidy(scale[1]), tidy(scale[2])],
  };
}

/** The matrix of a placement, column-major: scaled, then turned about z, y and x, then moved. */
export function writePlacement({ position, rotationDegrees, scale }: Placement): number[] {
  const [cx, cy, cz] = rotationDegrees.map((degrees) => Math.cos(degrees * DEGREE)) as [
    number,
    number,
    number,
  ];
  const [sx, sy, sz] = rotationDegrees.map((degrees) => Math.sin(degrees * DEGREE)) as [
    number,
    number,
    number,
  ];
  const columns = [
    [cy * cz, cx * sz + sx * cz * sy, sx * sz - cx * cz * sy],
    [-cy * sz, cx * cz - sx * sz * sy, sx * cz + cx * sz * sy],
    [sy, -sx * cy, cx * cy],
  ];
  const scaled = columns.flatMap((column, axis) => [
    ...column.map((value) => value * (scale[axis as 0 | 1 | 2] ?? 1)),
    0,
  ]);
  return [...scaled, ...position, 1];
}

/** Without the dust of floating point in the last digits, and without a minus zero. */
function tidy(value: number): number {
  return Number(value.toFixed(9)) + 0;
}
