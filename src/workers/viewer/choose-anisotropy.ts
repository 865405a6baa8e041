import type { WebGLRenderer } from 'three';
import { nameGraphics } from './describe-graphics.ts';

/** A chair in a library wood takes two cores 0.6 s per megapixel with 1, 1.3 with 4, 1.7 with 8; 2 looks like 8. */
const MAX_IN_SOFTWARE = 2;

/**
 * How many texels a slanted surface is sharpened with. Without a graphics card each is paid for by the processor.
 *
 * @param wanted 1 to 16.
 */
export function chooseAnisotropy(renderer: WebGLRenderer, wanted: number): number {
  const max = isSoftware(nameGraphics(renderer)) ? MAX_IN_SOFTWARE : renderer.capabilities.getMaxAnisotropy();
  return Math.min(wanted, max);
}

/** @param name As WebGL tells it. */
export function isSoftware(name: string): boolean {
  return /swiftshader|llvmpipe|softpipe|basic render|software/i.test(name);
}
