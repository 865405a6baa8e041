import { PerspectiveCamera, Vector3, type WebGLRenderer, type WebGLRenderTarget } from 'three';
import { frameFovDegrees } from '../../contract/camera/picture-frame.ts';
import { CAPTURE_MAX_PX, CAPTURE_MIN_PX } from '../../contract/constants.ts';
import { AppError } from '../../contract/failure.ts';
import type { CameraPose } from '../../contract/render-spec.ts';
import type { CapturedPasses, CapturePass } from '../../contract/viewer-api.ts';
import { aimLens } from './aim-lens.ts';
import { PICTURE_LAYER } from './capture-layers.ts';
import { drawOutline } from './draw-outline.ts';
import { drawSurface } from './draw-surface.ts';
import { flatten, isEmpty, type Pixels, stretchDepths, turnUpright } from './read-pixels.ts';
import type { Stage } from './stage.ts';
import type { LoadedModel } from './stage-model.ts';

/** What nothing bends: a normal that looks at the camera. */
const FACING = [128, 128, 255] as const;

type Buffers = { -readonly [Pass in keyof CapturedPasses]: CapturedPasses[Pass] };

/**
 * Draws the stage as it is shown, at another size, and reads it in the same task: the screen never shows it. Of another
 * ratio than the square it is its frame (`picture-frame.ts`), in every pass. Only what says that it belongs into a
 * picture is in it (`capture-layers.ts`). All is sharp, whatever the depth of field: engines are guided by edges. The canvas keeps that size; the caller gives it its own back in this task.
 *
 * @throws AppError `capture-too-large` for sides beyond 64 to 4096 px or what the card can draw.
 */
export function capturePasses(
  stage: Stage,
  model: LoadedModel | null,
  pose: CameraPose,
  widthPx: number,
  heightPx: number,
  wanted: readonly CapturePass[],
): CapturedPasses {
  const { renderer } = stage;
  mustFit(renderer, widthPx, heightPx);
  const passes: Buffers = {
    snapshot: null,
    ids: null,
    outline: null,
    depth: null,
    depthRange: null,
    normal: null,
    alpha: null,
    widthPx,
    heightPx,
  };
  const asked = new Set(wanted);
  const eye = openEye(stage, pose, widthPx, heightPx);
  if (asked.has('snapshot')) {
    renderer.setPixelRatio(1);
    renderer.setSize(widthPx, heightPx, false);
    const { drawingBufferWidth, drawingBufferHeight } = renderer.getContext();
    if (drawingBufferWidth !== widthPx || drawingBufferHeight !== heightPx) {
      throw tooLarge(widthPx, heightPx, Math.min(drawingBufferWidth, drawingBufferHeight));
    }
    eye.layers.set(PICTURE_LAYER);
    stage.drawPicture(eye, widthPx, heightPx);
    passes.snapshot = readCanvas(renderer, widthPx, heightPx);
  }
  const hasShape = asked.has('outline') || asked.has('depth') || asked.has('normal');
  if (hasShape || asked.has('ids')) {
    readSurface(stage, model, eye, passes, asked, hasShape ? 'shape' : 'ids');
  }
  if (asked.has('alpha')) {
    const { target } = drawSurface(stage, model, eye, widthPx, heightPx, 'silhouette');
    const pixels = readTarget(renderer, target, 0);
    target.dispose();
    if (pixels !== null) flatten(pixels, 0, 0, 0);
    passes.alpha = pixels?.buffer ?? null;
  }
  return passes;
}

function readSurface(
  stage: Stage,
  model: LoadedModel | null,
  eye: PerspectiveCamera,
  passes: Buffers,
  asked: ReadonlySet<CapturePass>,
  kind: 'shape' | 'ids',
): void {
  const { renderer } = stage;
  const surface = drawSurface(stage, model, eye, passes.widthPx, passes.heightPx, kind);
  const { target, nearest, farthest } = surface;
  try {
    if (asked.has('ids')) passes.ids = readTarget(renderer, target, 0)?.buffer ?? null;
    if (asked.has('normal')) {
      const pixels = readTarget(renderer, target, 1);
      if (pixels !== null) flatten(pixels, ...FACING);
      passes.normal = pixels?.buffer ?? null;
    }
    if (asked.has('depth')) {
      const pixels = readTarget(renderer, target, 2);
      if (pixels !== null) passes.depthRange = stretchDepths(pixels, nearest, farthest);
      passes.depth = pixels?.buffer ?? null;
    }
    if (asked.has('outline')) {
      const lines = drawOutline(renderer, surface, stage.size);
      const pixels = readTarget(renderer, lines, 0);
      lines.dispose();
      const hasLines = pixels?.some((value, at) => at % 4 === 0 && value > 0) === true;
      passes.outline = hasLines ? pixels.buffer : null;
    }
  } finally {
    target.dispose();
  }
}

function openEye(stage: Stage, pose: CameraPose, widthPx: number, heightPx: number): PerspectiveCamera {
  const { near, far } = stage.camera;
  const fov = frameFovDegrees(pose.fovDegrees, widthPx, heightPx);
  const eye = new PerspectiveCamera(fov, widthPx / heightPx, near, far);
  aimLens(eye, widthPx / heightPx, pose.shift, Math.max(widthPx, heightPx) / heightPx);
  eye.position.fromArray(pose.position);
  eye.up.fromArray(pose.up);
  eye.lookAt(new Vector3(...pose.target));
  eye.updateMatrixWorld();
  return eye;
}

function mustFit(renderer: WebGLRenderer, widthPx: number, heightPx: number): void {
  const gl = renderer.getContext();
  const [viewWidth = 0, viewHeight = 0] = gl.getParameter(gl.MAX_VIEWPORT_DIMS) as Int32Array;
  const maxPx = Math.min(
    CAPTURE_MAX_PX,
    renderer.capabilities.maxTextureSize,
    gl.getParameter(gl.MAX_RENDERBUFFER_SIZE) as number,
    viewWidth,
    viewHeight,
  );
  const fits = (px: number): boolean => Number.isInteger(px) && px >= CAPTURE_MIN_PX && px <= maxPx;
  if (!fits(widthPx) || !fits(heightPx)) throw tooLarge(widthPx, heightPx, maxPx);
}

function tooLarge(widthPx: number, heightPx: number, maxPx: number): AppError {
  return new AppError({ code: 'capture-too-large', widthPx, heightPx, maxPx });
}

/** What stands on the canvas, in the task that drew it; null when nothing does. */
function readCanvas(renderer: WebGLRenderer, widthPx: number, heightPx: number): ArrayBuffer | null {
  const gl = renderer.getContext();
  const pixels = new Uint8Array(widthPx * heightPx * 4);
  gl.readPixels(0, 0, widthPx, heightPx, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  if (isEmpty(pixels)) return null;
  turnUpright(pixels, widthPx, heightPx);
  for (let alpha = 3; alpha < pixels.length; alpha += 4) pixels[alpha] = 255;
  return pixels.buffer;
}

/** One texture of a target, row 0 at the top; null when it is empty. */
function readTarget(renderer: WebGLRenderer, target: WebGLRenderTarget, texture: number): Pixels | null {
  const { width, height } = target;
  const pixels = new Uint8Array(width * height * 4);
  renderer.readRenderTargetPixels(target, 0, 0, width, height, pixels, undefined, texture);
  if (isEmpty(pixels)) return null;
  turnUpright(pixels, width, height);
  return pixels;
}
