import { z } from 'zod';
import { GRADIENT_STOPS } from '../constants.ts';
import { Fraction, HexColour } from '../shapes.ts';

/** As gradients were before they had stops: sRGB from the picture's top edge to its bottom. */
export const TwoColours = z.object({ from: HexColour, to: HexColour });
export type TwoColours = z.infer<typeof TwoColours>;

export const GradientStops = z.object({
  kind: z.enum(['linear', 'radial']),
  /** Where a linear one runs to, as in CSS: 0 is up, 90 to the right. A radial one runs from the middle to the corners. */
  angleDegrees: z.number().min(0).max(360),
  /** In the order in which they lie; steps between them are even in sRGB, as CSS makes them. */
  stops: z
    .array(z.object({ at: Fraction, colour: HexColour }))
    .min(GRADIENT_STOPS.min)
    .max(GRADIENT_STOPS.max),
});
const GRADIENT_EXAMPLE: z.infer<typeof GradientStops> = {
  kind: 'linear',
  angleDegrees: 180,
  stops: [
    { at: 0, colour: '#f4f1ea' },
    { at: 1, colour: '#b9ad98' },
  ],
};
/** A gradient. Two colours, as records before had them, read as a gradient from top to bottom. */
export const Gradient = z.codec(
  GradientStops.extend({ stops: z.array(z.unknown()).max(GRADIENT_STOPS.max) })
    .partial()
    .extend(TwoColours.partial().shape)
    .meta({ examples: [GRADIENT_EXAMPLE] }),
  GradientStops,
  {
    decode: ({ from, to, stops, ...rest }) => {
      if (from === undefined || to === undefined || stops !== undefined) {
        return { ...rest, stops: sortStops(stops) } as z.input<typeof GradientStops>;
      }
      return {
        kind: 'linear' as const,
        angleDegrees: 180,
        stops: [
          { at: 0, colour: from },
          { at: 1, colour: to },
        ],
      };
    },
    encode: (gradient) => gradient,
  },
);
export type Gradient = z.infer<typeof Gradient>;

/** Who sends them in another order means the same gradient. What is no stop is refused afterwards, in words. */
function sortStops(stops: readonly unknown[] | undefined): unknown {
  const at = (stop: unknown): number => Number((stop as { at?: unknown } | null)?.at);
  return stops && [...stops].sort((a, b) => at(a) - at(b));
}

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
