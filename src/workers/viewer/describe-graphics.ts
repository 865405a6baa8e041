import type { WebGLRenderer } from 'three';
import type { GraphicsReport } from '../../contract/viewer-api.ts';

/** What draws, for the page's choices and for support. */
export function describeGraphics(renderer: WebGLRenderer, mode: GraphicsReport['mode']): GraphicsReport {
  return { mode, renderer: nameGraphics(renderer), maxTexturePx: renderer.capabilities.maxTextureSize };
}

/** The card's name as the browser tells it; empty after the context was lost. */
export function nameGraphics(renderer: Pick<WebGLRenderer, 'getContext'>): string {
  const gl = renderer.getContext();
  const names = gl.getExtension('WEBGL_debug_renderer_info');
  return String(gl.getParameter(names?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER) ?? '');
}
