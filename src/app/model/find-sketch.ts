import type { ContentHash } from '../../contract/ids.ts';
import type { CameraPose } from '../../contract/render-spec.ts';
import { isSamePose } from '../values/same-pose.ts';
import type { SketchRow, SketchStep } from '../values/sketch.ts';

export type SketchStroke = Extract<SketchStep, { kind: 'stroke' }>;

/** The sketch that was painted over a view of a model, undefined for none (F24). Of two devices' the one painted last. */
export function findSketch(
  rows: readonly SketchRow[],
  modelHash: ContentHash | null,
  pose: CameraPose,
): SketchRow | undefined {
  return rows
    .filter((row) => row.modelHash === modelHash && isSamePose(row.pose, pose))
    .reduce<SketchRow | undefined>(
      (latest, row) => (latest === undefined || row.updatedAt > latest.updatedAt ? row : latest),
      undefined,
    );
}

/** The strokes and pictures that can be seen: those since the sketch was last cleared. */
export function visibleSteps(steps: readonly SketchStep[]): readonly SketchStep[] {
  return steps.slice(steps.findLastIndex(({ kind }) => kind === 'clear') + 1);
}

/** Files without which steps cannot be drawn. */
export function listPictures(steps: readonly SketchStep[]): ContentHash[] {
  return [...new Set(steps.flatMap((step) => (step.kind === 'picture' ? [step.hash] : [])))];
}
