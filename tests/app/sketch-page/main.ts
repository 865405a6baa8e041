import { createLayer, drawStep, openContext } from '../../../src/app/draw-sketch.ts';
import { createSketchCanvas } from '../../../src/app/features/light-map/sketch-canvas.ts';
import { type SketchStroke, visibleStrokes } from '../../../src/app/find-sketch.ts';
import type { SketchSegment, SketchStep } from '../../../src/app/sketch.ts';

const SIZE_PX = 1024;
const canvases: HTMLCanvasElement[] = [];
const create = document.createElement.bind(document);
document.createElement = (name: string) => {
  const element = create(name);
  if (element instanceof HTMLCanvasElement) canvases.push(element);
  return element;
};
let strokes = 0;
const { stroke } = CanvasRenderingContext2D.prototype;
CanvasRenderingContext2D.prototype.stroke = function (this: CanvasRenderingContext2D) {
  strokes += 1;
  Reflect.apply(stroke, this, []);
};

/** A sketch whose steps a test adds, takes back and brings back, as the tool does it. */
class Harness {
  steps: SketchStep[] = [];
  readonly #canvas = document.getElementById('sketch') as HTMLCanvasElement;
  readonly #sketch = createSketchCanvas(this.#canvas);

  show(steps: SketchStep[]): void {
    this.steps = steps;
    this.#sketch.show(steps);
  }

  /** Paints as a pointer does it, a few segments at a time. */
  paint(painted: SketchStroke): void {
    for (let at = 0; at < painted.segments.length; at += 3) {
      this.#sketch.extend(painted.segments.slice(at, at + 3), painted.isEraser);
    }
    this.#sketch.end(painted);
    this.show([...this.steps, painted]);
  }

  /** Pixels that differ from the same steps drawn from nothing. */
  countDifferences(): number {
    const [layer, spare] = [createLayer(), createLayer()];
    for (const visible of visibleStrokes(this.steps)) drawStep(layer, spare, visible);
    const [wanted, shown] = [layer, openContext(this.#canvas)].map(
      (context) => new Uint32Array(context.getImageData(0, 0, SIZE_PX, SIZE_PX).data.buffer),
    );
    for (const { canvas } of [layer, spare]) canvas.width = 0;
    let count = 0;
    for (let at = 0; at < SIZE_PX ** 2; at++) if (wanted?.[at] !== shown?.[at]) count += 1;
    return count;
  }

  /** Segments drawn, and milliseconds, while `act` runs. */
  measure(act: () => void): { drawn: number; ms: number } {
    const before = strokes;
    const started = performance.now();
    act();
    openContext(this.#canvas).getImageData(0, 0, 1, 1);
    return { drawn: strokes - before, ms: performance.now() - started };
  }

  countCanvasPixels(): number {
    return canvases.reduce((sum, { width, height }) => sum + width * height, 0);
  }
}

/** Repeatable random numbers, 0 to 1 (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A stroke that wanders over the sketch and beyond its edges. */
function makeStroke(
  id: string,
  count: number,
  opacity: number,
  isEraser: boolean,
  seed: number,
): SketchStroke {
  const random = randomFrom(seed);
  let start = { x: random() * SIZE_PX, y: random() * SIZE_PX };
  const segments: SketchSegment[] = Array.from({ length: count }, () => {
    const end = { x: start.x + (random() - 0.5) * 90, y: start.y + (random() - 0.5) * 90 };
    const from = start;
    start = end;
    return { start: from, end, size: 5 + random() * 20, opacity: opacity * random(), color: '#3f81c7' };
  });
  return { id, kind: 'stroke', isEraser, segments };
}

declare global {
  interface Window {
    sketch: Harness;
    randomFrom: typeof randomFrom;
    makeStroke: typeof makeStroke;
  }
}

Object.assign(window, { sketch: new Harness(), randomFrom, makeStroke });
