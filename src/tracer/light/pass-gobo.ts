/** Beyond it there is no pattern: whole numbers of cells stay small. */
const FAR: number = 1000.0;
/** Leaves in a unit, across and upwards. */
const LEAVES: number = 2.2;
/** After so many units leaves are the same again, across and upwards: four of them. */
export const LEAVES_PERIOD: number = 4.0 / LEAVES;
/** Windows and blinds are dark beyond it, across and upwards. */
export const GOBO_EDGE: number = 1.5;

/**
 * Whether a pattern lets light through at a place of it, 1 or 0. The kernel is compiled from it, and the stage draws by it.
 *
 * @param pattern Its place in `GOBO_PATTERNS`.
 * @param x From its middle, to the right. @param y Upwards. The product fills -1 to 1.
 */
export function passGobo(pattern: number, x: number, y: number): number {
  if (pattern === 0.0) return 1.0;
  const across = Math.abs(x);
  const high = Math.abs(y);
  if (pattern === 1.0) {
    // Two panes beside each other, three above each other, in a wall.
    if (across > 0.95 || high > 1.35) return 0.0;
    return across > 0.06 && Math.abs(high - 0.45) > 0.05 ? 1.0 : 0.0;
  }
  if (pattern === 2.0) {
    if (across > GOBO_EDGE || high > GOBO_EDGE) return 0.0;
    return 4.0 * y - Math.floor(4.0 * y) < 0.55 ? 1.0 : 0.0;
  }
  if (across > FAR || high > FAR) return 1.0;
  // A leaf in every cell, crosswise by turns and not quite in the middle.
  const column = Math.floor(LEAVES * x);
  const row = Math.floor(LEAVES * y);
  const shift = 0.07 * rest(column * 5.0 + row * 3.0, 4.0);
  const i = LEAVES * x - column - 0.4 - shift;
  const j = LEAVES * y - row - 0.6 + shift;
  const isEven = rest(column + row, 2.0) === 0.0;
  const along = isEven ? i + j : i - j;
  const aside = isEven ? i - j : i + j;
  return Math.abs(aside) < 0.34 * (1.0 - along * along * 1.6) ? 0.0 : 1.0;
}

/** Of whole numbers; also of negative ones it is at least 0. */
function rest(whole: number, by: number): number {
  return whole - by * Math.floor(whole / by);
}
