import { LIGHT_MAP_PX } from '../../../contract/constants.ts';
import { type Box, openContext } from '../../model/draw-sketch.ts';

/** Pixels kept of all steps together, 24 MB: the whole sketch six times, or some hundred strokes of a usual size. */
const MAX_PIXELS = 6 * LIGHT_MAP_PX ** 2;

/**
 * What lay under the newest steps of a sketch, so that one can be taken back without drawing the others anew, and what
 * lay on top, so that it can be brought back: 3 ms each where drawing 500 segments of half opacity anew took 34 to 50.
 * The oldest are forgotten first.
 */
export interface SketchHistory {
  /** Copies what a step is about to cover. Steps that were taken back cannot be brought back any more. */
  remember(stepId: string, box: Box): void;
  /** Takes the newest step off the sketch. False, and nothing done, when it is not known what lay under it. */
  takeBack(stepId: string): boolean;
  /** Puts the step on again that was taken back last. False, and nothing done, when it was another or is forgotten. */
  bringBack(stepId: string): boolean;
  forget(): void;
}

interface Entry {
  readonly stepId: string;
  readonly box: Box;
  /** What the box of the sketch is to show instead. Copied canvas to canvas, which alone loses no bit of a faint colour. */
  readonly patch: CanvasRenderingContext2D;
}

/** @param sketch Is drawn on by others between two calls; every step is announced by `remember` before. */
export function createSketchHistory(sketch: CanvasRenderingContext2D): SketchHistory {
  const entries: Entry[] = [];
  /** Entries before it are on the sketch, the others were taken back. */
  let end = 0;

  const release = (gone: readonly Entry[]): void => {
    // Safari frees a canvas late, and has little memory for all of them.
    for (const { patch } of gone) patch.canvas.width = 0;
  };
  const swap = (entry: Entry): void => {
    const { x, y, width, height } = entry.box;
    if (width === 0 || height === 0) return;
    const now = copyOf(sketch, entry.box);
    sketch.clearRect(x, y, width, height);
    sketch.drawImage(entry.patch.canvas, x, y);
    entry.patch.clearRect(0, 0, width, height);
    entry.patch.drawImage(now.canvas, 0, 0);
    now.canvas.width = 0;
  };
  return {
    remember(stepId, box) {
      release(entries.splice(end));
      entries.push({ stepId, box, patch: copyOf(sketch, box) });
      while (countPixels(entries) > MAX_PIXELS) release(entries.splice(0, 1));
      end = entries.length;
    },
    takeBack(stepId) {
      const entry = entries[end - 1];
      if (entry?.stepId !== stepId) return false;
      swap(entry);
      end -= 1;
      return true;
    },
    bringBack(stepId) {
      const entry = entries[end];
      if (entry?.stepId !== stepId) return false;
      swap(entry);
      end += 1;
      return true;
    },
    forget() {
      release(entries.splice(0));
      end = 0;
    },
  };
}

function copyOf(sketch: CanvasRenderingContext2D, { x, y, width, height }: Box): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const copy = openContext(canvas);
  if (width > 0 && height > 0) copy.drawImage(sketch.canvas, x, y, width, height, 0, 0, width, height);
  return copy;
}

function countPixels(entries: readonly Entry[]): number {
  return entries.reduce((sum, { box }) => sum + box.width * box.height, 0);
}
