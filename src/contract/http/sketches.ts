import { z } from 'zod';
import { BRUSH, SKETCHES } from '../constants.ts';
import { ContentHash } from '../ids.ts';
import { CameraPose, RenderSpec } from '../render-spec.ts';
import { Fraction, HexColour, TIME_MAX_MS, TimeMs, text } from '../shapes.ts';

const Coordinate = z.number().min(-100_000).max(100_000);
const Point = z.object({ x: Coordinate, y: Coordinate });
const Segment = z.object({
  start: Point,
  end: Point,
  size: z.number().min(0).max(BRUSH.size.max),
  opacity: Fraction,
  color: HexColour,
});
/** What one press did on a light-map sketch, the light that a recipe brought, or the button that clears. */
export const SketchStepBody = z.discriminatedUnion('kind', [
  z.object({
    id: text(64),
    kind: z.literal('stroke'),
    isEraser: z.boolean(),
    segments: z.array(Segment).max(100_000),
  }),
  z.object({
    id: text(64),
    kind: z.literal('picture'),
    hash: ContentHash,
    widthPx: RenderSpec.shape.widthPx,
    heightPx: RenderSpec.shape.heightPx,
  }),
  z.object({ id: text(64), kind: z.literal('clear') }),
]);
type Steps = readonly {
  readonly kind: string;
  readonly segments?: readonly unknown[];
}[];

/** True for a sketch that goes to the server: a larger one stays on its device. */
export function isSketchSendable(steps: Steps): boolean {
  const segments = steps.reduce((sum, step) => sum + (step.segments?.length ?? 0), 0);
  return (
    steps.length <= SKETCHES.maxSteps &&
    segments <= SKETCHES.maxSegments &&
    JSON.stringify(steps).length <= SKETCHES.maxBytes
  );
}

const PaintedAt = TimeMs.int();

/** One light-map sketch of a project: of a model and of the view that it was painted over (F24). */
export const SketchBody = z.object({
  /** Made on the device. The same one again takes the place of its older self. */
  id: z.uuid(),
  /** Null for one of no model. */
  model_hash: ContentHash.nullable(),
  pose: CameraPose,
  steps: z.array(SketchStepBody).max(SKETCHES.maxSteps).refine(isSketchSendable, 'is too large'),
  /** Milliseconds since the epoch, by the clock of the device: of two states the later one stands. */
  updated_at: PaintedAt,
});
export type SketchBody = z.infer<typeof SketchBody>;
/** One entry of GET {id}/sketches/: by it a device knows which ones it lacks. */
export const SketchHead = SketchBody.pick({ id: true, updated_at: true });
export type SketchHead = z.infer<typeof SketchHead>;
/** DELETE of a sketch: the state that the device knew. One that was painted on since stays. */
export const DeleteSketchQuery = z.object({ updated_at: z.coerce.number().int().min(0).max(TIME_MAX_MS) });
