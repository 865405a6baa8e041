import { WebGLRenderer } from 'three';
import { AppError } from '../../contract/failure.ts';
import { patchTrueShaders } from './true-shaders.ts';

/** @throws AppError `graphics-unavailable`. */
export function openRenderer(canvas: OffscreenCanvas): WebGLRenderer {
  patchTrueShaders();
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
