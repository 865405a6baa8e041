import type { WebGLRenderer } from 'three';
import type { GraphicsReport } from '../../contract/viewer-api.ts';

/** What draws, for the page's choices and for support. */
export function describeGraphics(renderer: WebGLRenderer, mode: GraphicsReport['mode']): GraphicsReport {
  const gl = renderer.getContext();
  const names = gl.getExtension('WEBGL_debug_renderer_info');
  return {
    mode,
    renderer: String(gl.getParameter(names?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER)),
    maxTexturePx: renderer.capabilities.maxTextureSize,
  };
}
