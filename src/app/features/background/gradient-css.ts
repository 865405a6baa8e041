import type { Gradient } from '../../../contract/scene/gradient.ts';

/** What CSS calls a gradient. */
export function gradientCss({ kind, angleDegrees, stops }: Gradient): string {
  const list = stops.map(({ at, colour }) => `${colour} ${at * 100}%`).join(', ');
  return kind === 'radial'
    ? `radial-gradient(circle farthest-corner, ${list})`
    : `linear-gradient(${angleDegrees}deg, ${list})`;
}
