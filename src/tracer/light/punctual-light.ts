import type { PunctualLight } from '../scene.ts';
import { shareTowards } from './light-profile.ts';

/**
 * Irradiance of a light on a surface at a point that faces it, with nothing in the way, as the kernel has it.
 *
 * @returns With the unit direction to the light; null where it does not shine.
 */
export function reachPoint(
  light: PunctualLight,
  [x, y, z]: readonly [number, number, number],
): { readonly to: readonly [number, number, number]; readonly share: number } | null {
  const [dx, dy, dz] = light.direction;
  if (light.isFar) return { to: [-dx, -dy, -dz], share: 1 };
  const [wx, wy, wz] = [light.position[0] - x, light.position[1] - y, light.position[2] - z];
  const square = wx * wx + wy * wy + wz * wz;
  if (square <= 1e-12) return null;
  const distance = Math.sqrt(square);
  const to = [wx / distance, wy / distance, wz / distance] as const;
  const near = square / (light.range * light.range);
  let share = Math.min(1, Math.max(0, 1 - near * near)) / square;
  if (light.cone !== null) {
    const cosine = -(to[0] * dx + to[1] * dy + to[2] * dz);
    const edge = Math.min(1, Math.max(0, cosine * light.cone.scale + light.cone.offset));
    share *= edge * edge;
  }
  if (light.profile)
    share *= shareTowards(light.profile.table, light.direction, light.profile.right, [
      -to[0],
      -to[1],
      -to[2],
    ]);
  return share > 0 ? { to, share } : null;
}

/** Whether a floor hides a light from everything that stands on it. */
export function isBelowFloor({ isFar, position, direction }: PunctualLight, floorY: number): boolean {
  return isFar ? direction[1] > 0 && floorY > Number.NEGATIVE_INFINITY : position[1] <= floorY;
}
