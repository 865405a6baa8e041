import { WebGLRenderer } from 'three';
import { AppError } from '../../contract/failure.ts';

/** @throws AppError `graphics-unavailable`. */
export function openRenderer(canvas: OffscreenCanvas): WebGLRenderer {
  const renderer = open(canvas);
  // Glass draws everything behind it a second time; at half the size the blur of the glass hides it.
  renderer.transmissionResolutionScale = 0.5;
  renderer.debug.checkShaderErrors = false;
  return renderer;
}

function open(canvas: OffscreenCanvas): WebGLRenderer {
  try {
    return new WebGLRenderer({ canvas, antialias: true, powerPreference: 'high-performance' });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'unknown';
    throw new AppError({ code: 'graphics-unavailable', reason }, { cause });
  }
}
