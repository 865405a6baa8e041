import type { CameraPose } from '../contract/render-spec.ts';
import { isSamePose } from './same-pose.ts';
import type { SketchRow, SketchStep } from './sketch.ts';

export type SketchStroke = Extract<SketchStep, { kind: 'stroke' }>;

/** The sketch that was painted over a view, undefined for none (F24). */
export function findSketch(rows: readonly SketchRow[], pose: CameraPose): SketchRow | undefined {
  return rows.find((row) => isSamePose(row.pose, pose));
}

/** The strokes that can be seen: those since the sketch was last cleared. */
export function visibleStrokes(steps: readonly SketchStep[]): SketchStroke[] {
  const cleared = steps.findLastIndex(({ kind }) => kind === 'clear');
  return steps.slice(cleared + 1).filter((step): step is SketchStroke => step.kind === 'stroke');
}
