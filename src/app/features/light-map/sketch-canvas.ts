import { LIGHT_MAP_PX } from '../../../contract/constants.ts';
import type { SketchSegment, SketchStep } from '../../db.ts';
import {
  boxOf,
  composeStroke,
  createLayer,
  drawSegments,
  drawSteps,
  openContext,
} from '../../draw-sketch.ts';
import type { SketchStroke } from '../../find-sketch.ts';

/** A sketch on the page's canvas, with the stroke that is being painted. */
export interface SketchCanvas {
  /** Shows a sketch; strokes that ended here and are not in it yet stay. Draws only what is not there. */
  show(steps: readonly SketchStep[]): void;
  /** Draws more of the stroke under way. */
  extend(segments: readonly SketchSegment[], isEraser: boolean): void;
  /** The stroke under way is one of the sketch now. */
  end(stroke: SketchStroke): void;
  /** The stroke under way, or one that ended and could not be kept, is taken away again. */
  drop(strokeId?: string): void;
}

/** @param canvas On the page, {@link LIGHT_MAP_PX} square. */
export function createSketchCanvas(canvas: HTMLCanvasElement): SketchCanvas {
  const shown = openContext(canvas);
  /** The sketch without the stroke under way. */
  const base = createLayer();
  const layer = createLayer();
  let drawn: readonly SketchStep[] = [];
  let kept: readonly SketchStep[] = [];
  let pending: SketchStroke[] = [];
  let live: SketchSegment[] = [];
  let isErasing = false;

  const refresh = (segments: readonly SketchSegment[] | null): void => {
    const box =
      segments === null ? { x: 0, y: 0, width: LIGHT_MAP_PX, height: LIGHT_MAP_PX } : boxOf(segments);
    if (box.width === 0 || box.height === 0) return;
    shown.clearRect(box.x, box.y, box.width, box.height);
    composeStroke(shown, base, false, box);
    if (live.length > 0) composeStroke(shown, layer, isErasing, box);
  };
  const draw = (): void => {
    const known = new Set(kept.map(({ id }) => id));
    pending = pending.filter(({ id }) => !known.has(id));
    const wanted = [...kept, ...pending];
    const isMore =
      drawn.length <= wanted.length && drawn.every((step, index) => step.id === wanted[index]?.id);
    if (isMore && drawn.length === wanted.length) return;
    if (!isMore) base.clearRect(0, 0, LIGHT_MAP_PX, LIGHT_MAP_PX);
    drawSteps(base, createLayer(), isMore ? wanted.slice(drawn.length) : wanted);
    drawn = wanted;
    refresh(null);
  };
  const clearLayer = (): void => {
    const box = boxOf(live);
    layer.clearRect(box.x, box.y, box.width, box.height);
    live = [];
  };
  return {
    show(steps) {
      kept = steps;
      draw();
    },
    extend(segments, isEraser) {
      isErasing = isEraser;
      live.push(...segments);
      drawSegments(layer, segments);
      refresh(segments);
    },
    end(stroke) {
      composeStroke(base, layer, stroke.isEraser, boxOf(live));
      clearLayer();
      pending.push(stroke);
      drawn = [...drawn, stroke];
    },
    drop(strokeId) {
      if (strokeId !== undefined) {
        pending = pending.filter(({ id }) => id !== strokeId);
        draw();
        return;
      }
      const gone = live;
      clearLayer();
      refresh(gone);
    },
  };
}
