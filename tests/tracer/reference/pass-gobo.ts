import type { GoboPattern } from '../../../src/contract/scene/light-rig.ts';

/** Beyond it there is no pattern: whole numbers of cells stay small. */
const FAR = 1_000;

/**
 * Whether a pattern lets light through at a place of it, 1 or 0. The kernel has the same function.
 *
 * @param x From its middle, to the right. @param y Upwards. The product fills -1 to 1.
 */
export function passGobo(pattern: GoboPattern, x: number, y: number): number {
  if (pattern === 'none') return 1;
  const [across, high] = [Math.abs(x), Math.abs(y)];
  if (pattern === 'window') {
    // Two panes beside each other, three above each other, in a wall.
    if (across > 0.95 || high > 1.35) return 0;
    return across > 0.06 && Math.abs(high - 0.45) > 0.05 ? 1 : 0;
  }
  if (pattern === 'blinds') {
    if (across > 1.5 || high > 1.5) return 0;
    const slat = 4 * y - Math.floor(4 * y);
    return slat < 0.55 ? 1 : 0;
  }
  if (across > FAR || high > FAR) return 1;
  // A leaf in every cell, crosswise by turns and not quite in the middle.
  const [column, row] = [Math.floor(2.2 * x), Math.floor(2.2 * y)];
  const shift = 0.07 * ((column * 5 + row * 3) & 3);
  const [i, j] = [2.2 * x - column - 0.4 - shift, 2.2 * y - row - 0.6 + shift];
  const [along, aside] = ((column + row) & 1) === 0 ? [i + j, i - j] : [i - j, i + j];
  return Math.abs(aside) < 0.34 * (1 - along * along * 1.6) ? 0 : 1;
}
