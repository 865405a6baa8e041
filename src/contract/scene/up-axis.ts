/** The six coordinate systems by the axis that the top of the model points to (S2 3), in the order of their buttons. */
export const UP_AXES = ['Y_UP', 'Z_UP', 'X_UP', 'Y_DOWN', 'Z_DOWN', 'X_DOWN'] as const;
export type UpAxis = (typeof UP_AXES)[number];

/** Columns are where the x, y and z axes go, column-major: y goes to the axis. S2 4 gives the sense of each turn. */
const TURNS: Readonly<Record<UpAxis, readonly number[]>> = {
  Y_UP: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
  // +90 degrees about X.
  Z_UP: [1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1],
  // -90 degrees about Z.
  X_UP: [0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
  // 180 degrees about Z.
  Y_DOWN: [-1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
  // -90 degrees about X.
  Z_DOWN: [1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1],
  // +90 degrees about Z.
  X_DOWN: [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
};

/** The turn about the origin that points the top of an upright model (+Y) to an axis: what a choice in the panel does. */
export function turnToAxis(axis: UpAxis): readonly number[] {
  return TURNS[axis];
}

/** The turn that stands a file upright whose top points to an axis: the way back of {@link turnToAxis}. */
export function standUpright(axis: UpAxis): readonly number[] {
  const m = TURNS[axis];
  return m.map((_, cell) => m[(cell % 4) * 4 + Math.floor(cell / 4)] ?? 0);
}
