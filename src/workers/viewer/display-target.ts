import { LinearFilter, SRGBColorSpace, WebGLRenderTarget } from 'three';

/**
 * A target whose colours come out as on the canvas, of the same programs: three.js gives targets of headsets its tone mapping.
 * A pixel large until it is told its size.
 */
export function openDisplayTarget(): WebGLRenderTarget {
  const target = new WebGLRenderTarget(1, 1, {
    colorSpace: SRGBColorSpace,
    // The shaders write display values already.
    internalFormat: 'RGBA8',
    minFilter: LinearFilter,
    magFilter: LinearFilter,
  });
  return Object.assign(target, { isXRRenderTarget: true });
}
