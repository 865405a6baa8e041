import type { App } from '../../../../src/app/core/app.ts';
import { createSketchCanvas } from '../../../../src/app/features/light-map/sketch-canvas.ts';
import { createLayer, drawStep, openContext } from '../../../../src/app/model/draw-sketch.ts';
import { type SketchStroke, visibleSteps } from '../../../../src/app/model/find-sketch.ts';
import { captureSketch } from '../../../../src/app/scene/capture-light-map.ts';
import type { SketchRow, SketchSegment, SketchStep } from '../../../../src/app/values/sketch.ts';
import { AppError } from '../../../../src/contract/failure.ts';
import type { ContentHash } from '../../../../src/contract/ids.ts';

const SIZE_PX = 1024;
const canvases: HTMLCanvasElement[] = [];
const create = document.createElement.bind(document);
document.createElement = (name: string) => {
  const element = create(name);
  if (element instanceof HTMLCanvasElement) canvases.push(element);
  return element;
};
let strokes = 0;
const { stroke, drawImage } = CanvasRenderingContext2D.prototype;
CanvasRenderingContext2D.prototype.stroke = function (this: CanvasRenderingContext2D) {
  strokes += 1;
  Reflect.apply(stroke, this, []);
};
let drawnPictures = 0;
CanvasRenderingContext2D.prototype.drawImage = function (this: CanvasRenderingContext2D, ...args: unknown[]) {
  if (args[0] instanceof ImageBitmap) drawnPictures += 1;
  Reflect.apply(drawImage, this, args);
};

/** Recipes' light on this device, and decoded. */
const files = new Map<ContentHash, Blob>();
const pictures = new Map<ContentHash, ImageBitmap>();
const device = {
  storage: { get: async (hash: ContentHash) => files.get(hash) ?? null },
  server: { call: () => Promise.reject(new AppError({ code: 'server-unreachable' })) },
} as unknown as Pick<App, 'server' | 'storage'>;

type LightStep = Extract<SketchStep, { kind: 'picture' }>;
interface Captured {
  readonly hash: ContentHash;
  readonly pixels: Uint8ClampedArray;
}

/** What an order of this size has of a sketch with these steps. */
async function capture(steps: readonly SketchStep[], widthPx: number, heightPx: number): Promise<Captured> {
  const picture = await captureSketch(device, { steps, pictureHash: null } as SketchRow, widthPx, heightPx);
  if (picture === null) throw new Error('nothing is painted');
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await picture.arrayBuffer()));
  const hash = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('') as ContentHash;
  files.set(hash, picture);
  const bitmap = await createImageBitmap(picture);
  pictures.set(hash, bitmap);
  const context = new OffscreenCanvas(widthPx, heightPx).getContext('2d');
  if (context === null) throw new Error('no 2D canvas');
  context.drawImage(bitmap, 0, 0);
  return { hash, pixels: context.getImageData(0, 0, widthPx, heightPx).data };
}

/** The light of a picture that was ordered in this size with these steps, as a recipe brings it back. */
async function bring(
  id: string,
  steps: readonly SketchStep[],
  widthPx: number,
  heightPx: number,
): Promise<LightStep> {
  const { hash } = await capture(steps, widthPx, heightPx);
  return { id, kind: 'picture', hash, widthPx, heightPx };
}

/** How far two captures are apart: the most in one channel, and the mean of all, 0 to 255. */
function compare(a: Captured, b: Captured): { most: number; mean: number; painted: number } {
  let [most, sum, painted] = [0, 0, 0];
  for (const [at, value] of a.pixels.entries()) {
    const apart = Math.abs(value - (b.pixels[at] ?? 0));
    most = Math.max(most, apart);
    sum += apart;
    if (at % 4 === 3 && value > 0) painted += 1;
  }
  return { most, mean: sum / a.pixels.length, painted: (4 * painted) / a.pixels.length };
}

/** A sketch whose steps a test adds, takes back and brings back, as the tool does it. */
class Harness {
  steps: SketchStep[] = [];
  readonly #canvas = document.getElementById('sketch') as HTMLCanvasElement;
  readonly #sketch = createSketchCanvas(this.#canvas);

  show(steps: SketchStep[]): void {
    this.steps = steps;
    this.#sketch.show(steps, pictures);
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
    for (const visible of visibleSteps(this.steps)) drawStep(layer, spare, visible, pictures);
    const [wanted, shown] = [layer, openContext(this.#canvas)].map(
      (context) => new Uint32Array(context.getImageData(0, 0, SIZE_PX, SIZE_PX).data.buffer),
    );
    for (const { canvas } of [layer, spare]) canvas.width = 0;
    let count = 0;
    for (let at = 0; at < SIZE_PX ** 2; at++) if (wanted?.[at] !== shown?.[at]) count += 1;
    return count;
  }

  /** Segments and pictures drawn, and milliseconds, while `act` runs. */
  measure(act: () => void): { drawn: number; pictures: number; ms: number } {
    const before = [strokes, drawnPictures] as const;
    const started = performance.now();
    act();
    openContext(this.#canvas).getImageData(0, 0, 1, 1);
    const ms = performance.now() - started;
    return { drawn: strokes - before[0], pictures: drawnPictures - before[1], ms };
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

const tools = { randomFrom, makeStroke, capture, bring, compare, files };

declare global {
  interface Window extends Readonly<typeof tools> {
    readonly sketch: Harness;
  }
}

Object.assign(window, { sketch: new Harness(), ...tools });
