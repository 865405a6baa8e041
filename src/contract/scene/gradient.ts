import type { Gradient } from '../render-spec.ts';

/**
 * The one formula of a gradient. The stage has it as GLSL (`workers/viewer/backdrop.ts`), the editor leaves it to CSS; a
 * picture test compares the stage with this one. Change them together.
 */

/** sRGB, 0 to 255 each, not rounded. */
export type GradientColour = readonly [number, number, number];

/**
 * Where points of a picture lie on a gradient, 0 at its beginning and 1 at its end: what CSS makes of
 * `linear-gradient` and of `radial-gradient(circle farthest-corner)`.
 *
 * @param aspect Width of the picture divided by its height.
 * @returns For a point as shares of width and height from the top left corner. Below 0 and above 1 lies nothing.
 */
export function placeOnGradient(
  { kind, angleDegrees }: Pick<Gradient, 'kind' | 'angleDegrees'>,
  aspect: number,
): (u: number, v: number) => number {
  if (kind === 'radial') {
    const reach = Math.hypot(aspect, 1) / 2;
    return (u, v) => Math.hypot((u - 0.5) * aspect, v - 0.5) / reach;
  }
  const angle = (angleDegrees * Math.PI) / 180;
  const right = Math.sin(angle) * aspect;
  const down = -Math.cos(angle);
  const length = Math.abs(right) + Math.abs(down);
  return (u, v) => 0.5 + ((u - 0.5) * right + (v - 0.5) * down) / length;
}

/**
 * Colours along a gradient.
 *
 * @returns For a place from {@link placeOnGradient}. Where two stops lie on one place the later one wins after it.
 */
export function colourGradient(stops: Gradient['stops']): (place: number) => GradientColour {
  const known = stops.map(({ at, colour }) => ({ at, colour: readColour(colour) }));
  return (place) => {
    let shown = known[0]?.colour ?? [0, 0, 0];
    for (let index = 1; index < known.length; index++) {
      const from = known[index - 1];
      const to = known[index];
      if (from === undefined || to === undefined || place <= from.at) break;
      const share = to.at > from.at ? Math.min(1, (place - from.at) / (to.at - from.at)) : 1;
      shown = mix(from.colour, to.colour, share);
    }
    return shown;
  };
}

function readColour(hex: string): GradientColour {
  const byte = (start: number): number => Number.parseInt(hex.slice(start, start + 2), 16);
  return [byte(1), byte(3), byte(5)];
}

function mix(from: GradientColour, to: GradientColour, share: number): GradientColour {
  return [
    from[0] + (to[0] - from[0]) * share,
    from[1] + (to[1] - from[1]) * share,
    from[2] + (to[2] - from[2]) * share,
  ];
}
