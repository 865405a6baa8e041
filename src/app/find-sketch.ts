import type { CameraPose } from '../contract/render-spec.ts';
import type { SketchRow, SketchStep } from './db.ts';
import { isSameValue } from './same-value.ts';

export type SketchStroke = Extract<SketchStep, { kind: 'stroke' }>;

/** The sketch that was painted over a view, undefined for none (F24). */
export function findSketch(rows: readonly SketchRow[], pose: CameraPose): SketchRow | undefined {
  return rows.find((row) => isSameView(row.pose, pose));
}

/** The strokes that can be seen: those since the sketch was last cleared. */
export function visibleStrokes(steps: readonly SketchStep[]): SketchStroke[] {
  const cleared = steps.findLastIndex(({ kind }) => kind === 'clear');
  return steps.slice(cleared + 1).filter((step): step is SketchStroke => step.kind === 'stroke');
}

/** Where the camera stands and looks; its quaternion follows from that. */
function isSameView(a: CameraPose, b: CameraPose): boolean {
  const { quaternion: _a, ...left } = a;
  const { quaternion: _b, ...right } = b;
  return isSameValue(left, right);
}
