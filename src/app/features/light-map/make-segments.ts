import { SEGMENT_MIN_PX } from '../../../contract/constants.ts';
import type { SketchSegment } from '../../values/sketch.ts';

/** A place on the sketch, in its pixels. */
export interface BrushPoint {
  readonly x: number;
  readonly y: number;
  /** 0 to 1 of a pen, null of what has no pressure. */
  readonly pressure: number | null;
}

export interface Brush {
  readonly size: number;
  readonly opacity: number;
  readonly colour: string;
}

/** A pen that only just touches draws at this share of its size and opacity. */
const LIGHTEST = 0.1;

/**
 * Segments from a point through others. Those shorter than {@link SEGMENT_MIN_PX} are left out: the next one begins where
 * the last one that counts ended.
 */
export function makeSegments(
  from: BrushPoint,
  through: readonly BrushPoint[],
  brush: Brush,
): SketchSegment[] {
  const segments: SketchSegment[] = [];
  let start = from;
  for (const point of through) {
    if (Math.hypot(point.x - start.x, point.y - start.y) < SEGMENT_MIN_PX) continue;
    segments.push(segment(start, point, brush));
    start = point;
  }
  return segments;
}

/** What a press without a motion draws: a dot, as the shortest segment there is. */
export function makeDot(at: BrushPoint, brush: Brush): SketchSegment {
  return segment(at, { ...at, x: at.x + SEGMENT_MIN_PX }, brush);
}

function segment(start: BrushPoint, end: BrushPoint, brush: Brush): SketchSegment {
  // The root makes the middle of a hand's range, about a quarter of the pen's, half of the brush.
  const share = end.pressure === null ? 1 : Math.max(LIGHTEST, Math.sqrt(end.pressure));
  return {
    start: { x: start.x, y: start.y },
    end: { x: end.x, y: end.y },
    size: brush.size * share,
    opacity: brush.opacity * share,
    color: brush.colour,
  };
}
