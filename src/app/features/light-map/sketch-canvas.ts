import {
  boxOf,
  boxOfStep,
  composeStroke,
  createLayer,
  drawSegments,
  drawStep,
  openContext,
  type SketchPictures,
  WHOLE_SKETCH,
} from '../../model/draw-sketch.ts';
import type { SketchStroke } from '../../model/find-sketch.ts';
import type { SketchSegment, SketchStep } from '../../values/sketch.ts';
import { createSketchHistory } from './sketch-history.ts';

/** A sketch on the page's canvas, with the stroke that is being painted. */
export interface SketchCanvas {
  /**
   * Shows a sketch; strokes that ended here and are not in it yet stay. Draws only what is not there.
   *
   * @param pictures Of its steps.
   */
  show(steps: readonly SketchStep[], pictures: SketchPictures): void;
  /** Draws more of the stroke under way. */
  extend(segments: readonly SketchSegment[], isEraser: boolean): void;
  /** The stroke under way is one of the sketch now. */
  end(stroke: SketchStroke): void;
  /** The stroke under way, or one that ended and could not be kept, is taken away again. */
  drop(strokeId?: string): void;
}

/** @param canvas On the page, `LIGHT_MAP_PX` square. */
export function createSketchCanvas(canvas: HTMLCanvasElement): SketchCanvas {
  const shown = openContext(canvas);
  /** The sketch without the stroke under way. */
  const base = createLayer();
  const layer = createLayer();
  const spare = createLayer();
  const history = createSketchHistory(base);
  let drawn: readonly SketchStep[] = [];
  let kept: readonly SketchStep[] = [];
  let pictures: SketchPictures = new Map();
  let pending: SketchStroke[] = [];
  let live: SketchSegment[] = [];
  let isErasing = false;

  const refresh = (segments: readonly SketchSegment[] | null): void => {
    const box = segments === null ? WHOLE_SKETCH : boxOf(segments);
    if (box.width === 0 || box.height === 0) return;
    shown.clearRect(box.x, box.y, box.width, box.height);
    composeStroke(shown, base, false, box);
    if (live.length > 0) composeStroke(shown, layer, isErasing, box);
  };
  const draw = (): void => {
    const known = new Set(kept.map(({ id }) => id));
    pending = pending.filter(({ id }) => !known.has(id));
    const wanted = [...kept, ...pending];
    const other = wanted.findIndex((step, index) => step.id !== drawn[index]?.id);
    const common = other < 0 ? wanted.length : other;
    if (common === wanted.length && common === drawn.length) return;
    let count = drawn.length;
    while (count > common && history.takeBack(drawn[count - 1]?.id ?? '')) count -= 1;
    if (count > common) {
      base.clearRect(0, 0, WHOLE_SKETCH.width, WHOLE_SKETCH.height);
      history.forget();
      // What was painted before the sketch was cleared cannot be seen.
      count = wanted.findLastIndex(({ kind }) => kind === 'clear') + 1;
    }
    for (const step of wanted.slice(count)) {
      if (history.bringBack(step.id)) continue;
      history.remember(step.id, boxOfStep(step));
      drawStep(base, spare, step, pictures);
    }
    drawn = wanted;
    refresh(null);
  };
  const clearLayer = (): void => {
    const box = boxOf(live);
    layer.clearRect(box.x, box.y, box.width, box.height);
    live = [];
  };
  return {
    show(steps, opened) {
      kept = steps;
      pictures = opened;
      draw();
    },
    extend(segments, isEraser) {
      isErasing = isEraser;
      live.push(...segments);
      drawSegments(layer, segments);
      refresh(segments);
    },
    end(stroke) {
      const box = boxOf(live);
      history.remember(stroke.id, box);
      composeStroke(base, layer, stroke.isEraser, box);
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
