import { BRUSH, LIGHT_MAP_PX } from '../../contract/constants.ts';
import type { ContentHash } from '../../contract/ids.ts';
import type { SketchSegment, SketchStep } from '../values/sketch.ts';

/** Decoded pictures of a sketch. */
export type SketchPictures = ReadonlyMap<ContentHash, ImageBitmap>;

/** Whole pixels of the sketch. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const WHOLE_SKETCH: Box = { x: 0, y: 0, width: LIGHT_MAP_PX, height: LIGHT_MAP_PX };

/** Makes a transparent canvas of the sketch's size that no page shows. */
export function createLayer(): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas');
  canvas.width = LIGHT_MAP_PX;
  canvas.height = LIGHT_MAP_PX;
  return openContext(canvas);
}

/**
 * A context that draws in memory: 2 ms a segment with software graphics on a busy machine, where drawing on the graphics
 * card's behalf took 40 ms and more.
 */
export function openContext(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('no 2D canvas');
  return context;
}

/**
 * Draws segments into the layer of their stroke. Where a stroke meets itself the later segment stands in for the earlier
 * one, so that its opacity never adds up along the way.
 */
export function drawSegments(layer: CanvasRenderingContext2D, segments: readonly SketchSegment[]): void {
  layer.lineCap = 'round';
  for (const { start, end, size, opacity, color } of segments) {
    layer.lineWidth = diameter(size);
    layer.strokeStyle = color;
    layer.beginPath();
    layer.moveTo(start.x, start.y);
    layer.lineTo(end.x, end.y);
    if (opacity < 1) {
      layer.globalCompositeOperation = 'destination-out';
      layer.globalAlpha = 1;
      layer.stroke();
    }
    layer.globalCompositeOperation = 'source-over';
    layer.globalAlpha = opacity;
    layer.stroke();
  }
  layer.globalAlpha = 1;
}

/** Lays the layer of a stroke on a sketch, or takes its shape out of it. */
export function composeStroke(
  sketch: CanvasRenderingContext2D,
  layer: CanvasRenderingContext2D,
  isEraser: boolean,
  box: Box,
): void {
  const { x, y, width, height } = box;
  if (width <= 0 || height <= 0) return;
  sketch.globalCompositeOperation = isEraser ? 'destination-out' : 'source-over';
  sketch.drawImage(layer.canvas, x, y, width, height, x, y, width, height);
  sketch.globalCompositeOperation = 'source-over';
}

/** What segments cover, within the sketch. */
export function boxOf(segments: readonly SketchSegment[]): Box {
  let left = LIGHT_MAP_PX;
  let top = LIGHT_MAP_PX;
  let right = 0;
  let bottom = 0;
  for (const { start, end, size } of segments) {
    const reach = diameter(size) / 2 + 1;
    left = Math.min(left, start.x - reach, end.x - reach);
    top = Math.min(top, start.y - reach, end.y - reach);
    right = Math.max(right, start.x + reach, end.x + reach);
    bottom = Math.max(bottom, start.y + reach, end.y + reach);
  }
  const x = Math.max(0, Math.floor(left));
  const y = Math.max(0, Math.floor(top));
  const width = Math.min(LIGHT_MAP_PX, Math.ceil(right)) - x;
  const height = Math.min(LIGHT_MAP_PX, Math.ceil(bottom)) - y;
  return { x, y, width: Math.max(0, width), height: Math.max(0, height) };
}

/** Where the frame of a picture lies on a sketch; its edges may fall between two pixels. */
export function frameOf(widthPx: number, heightPx: number): Box {
  const scale = LIGHT_MAP_PX / Math.max(widthPx, heightPx);
  const [width, height] = [widthPx * scale, heightPx * scale];
  return { x: (LIGHT_MAP_PX - width) / 2, y: (LIGHT_MAP_PX - height) / 2, width, height };
}

/** What a step changes of a sketch. */
export function boxOfStep(step: SketchStep): Box {
  if (step.kind === 'stroke') return boxOf(step.segments);
  if (step.kind === 'clear') return WHOLE_SKETCH;
  const frame = frameOf(step.widthPx, step.heightPx);
  const [x, y] = [Math.floor(frame.x), Math.floor(frame.y)];
  return { x, y, width: LIGHT_MAP_PX - 2 * x, height: LIGHT_MAP_PX - 2 * y };
}

/**
 * Draws a step on a sketch.
 *
 * @param spare A layer that is empty, and is so again afterwards.
 * @param pictures A step whose picture is not among them draws nothing.
 */
export function drawStep(
  sketch: CanvasRenderingContext2D,
  spare: CanvasRenderingContext2D,
  step: SketchStep,
  pictures: SketchPictures,
): void {
  const box = boxOfStep(step);
  if (step.kind === 'clear') {
    sketch.clearRect(box.x, box.y, box.width, box.height);
    return;
  }
  if (step.kind === 'picture') {
    const picture = pictures.get(step.hash);
    const { x, y, width, height } = frameOf(step.widthPx, step.heightPx);
    if (picture !== undefined) sketch.drawImage(picture, x, y, width, height);
    return;
  }
  drawSegments(spare, step.segments);
  composeStroke(sketch, spare, step.isEraser, box);
  spare.clearRect(box.x, box.y, box.width, box.height);
}

function diameter(size: number): number {
  return size * BRUSH.scale * LIGHT_MAP_PX;
}
