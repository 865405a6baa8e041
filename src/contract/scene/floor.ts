import { z } from 'zod';
import { FLOOR_OFFSET_RANGE } from '../constants.ts';
import { ContentHash } from '../ids.ts';
import { count, Fraction, HexColour } from '../shapes.ts';

/**
 * What the floor touches: `auto` the level on which the product really stands (`tracer/floor/find-floor.ts`), `lowest` its
 * lowest point, whatever that is, `part` the lowest point of a node with all below it. A part of another model, or one that
 * is hidden, counts as `auto`.
 */
export const FloorStand = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('auto') }),
  z.object({ kind: z.literal('lowest') }),
  z.object({ kind: z.literal('part'), modelHash: ContentHash, nodeIndex: count() }),
]);
export type FloorStand = z.infer<typeof FloorStand>;

/**
 * The floor under a product. It ends what stands on it: what of the product is lower is neither seen from above, nor in a
 * mask, nor throws a shadow, as if it lay beneath the table. Seen from below there is no floor, and all of the product is.
 */
export const FloorSettings = z.object({
  stand: FloorStand,
  /** Stage units, added to that height; above 0 the product sinks in. */
  offset: z.number().min(FLOOR_OFFSET_RANGE.min).max(FLOOR_OFFSET_RANGE.max),
  /** How strongly the product is mirrored: 0 not at all, 1 as a polished floor does. */
  gloss: Fraction,
  /** Of that reflection: 0 is a mirror. */
  roughness: Fraction,
  /** sRGB of the light that it throws back on the product. Null: from what stands behind. */
  colour: HexColour.nullable(),
  /** It shows the shadow and nothing else: it throws no light back and mirrors nothing. */
  isShadowOnly: z.boolean(),
});
export type FloorSettings = z.infer<typeof FloorSettings>;
