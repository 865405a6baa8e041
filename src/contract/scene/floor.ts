import { z } from 'zod';
import { CYCLORAMA_RANGE, FLOOR_OFFSET_RANGE } from '../constants.ts';
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
 * A floor that runs up behind the product by a curve, as a photographer's sweep or infinity cove does: matt, without edges, lit by
 * whatever lights the product, and seen in place of the background. Lengths count the product's radius, half of the diagonal
 * of the box around it, as those of lights do.
 *
 * It stands on the far side of the product, seen from the camera, and turns with that as the lights do: each view is a shot of its
 * own. One that stood still would show its back to every view from behind. Only the camera's compass direction counts.
 */
export const Cyclorama = z.object({
  /** sRGB; white is as white as paint is, 90 %. */
  colour: HexColour,
  /** From the middle of the product to the wall. */
  distance: z.number().min(CYCLORAMA_RANGE.distance.min).max(CYCLORAMA_RANGE.distance.max),
  /** Of the curve, which never begins nearer than the product reaches, whatever stands here. */
  radius: z.number().min(CYCLORAMA_RANGE.radius.min).max(CYCLORAMA_RANGE.radius.max),
});
export type Cyclorama = z.infer<typeof Cyclorama>;

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
  /** It shows the shadow and nothing else: it throws no light back and mirrors nothing. A cyclorama is never so. */
  isShadowOnly: z.boolean(),
  /** Absent: none, as of all floors that were kept before there was any. With one, gloss, roughness and colour wait. */
  cyclorama: Cyclorama.optional(),
});
export type FloorSettings = z.infer<typeof FloorSettings>;
