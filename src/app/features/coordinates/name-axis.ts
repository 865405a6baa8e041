import type { UpAxis } from '../../../contract/scene/up-axis.ts';

/** The axis that a system's top points to, with its sign: `+Z` for `Z_UP`. */
export function nameAxis(system: UpAxis): string {
  return `${system.endsWith('DOWN') ? '-' : '+'}${system.charAt(0)}`;
}
