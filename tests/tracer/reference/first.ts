import * as L from '../../../src/tracer/kernel/layout.ts';
import type { Block } from './block.ts';
import type { Bsdf } from './bsdf.ts';
import type { Hit } from './hit.ts';
import type { Surface } from './surface.ts';

/** What is seen sharply along a path: albedo and shading normal, for the denoiser. See `first.ts` of the kernel. */
export class FirstSurface {
  hasFirst = false;
  firstR = 0;
  firstG = 0;
  firstB = 0;
  firstX = 0;
  firstY = 0;
  firstZ = 0;
  isVeiled = false;
  #isThroughGlass = false;
  readonly #block: Block;
  readonly #bsdf: Bsdf;
  readonly #hit: Hit;
  readonly #surface: Surface;

  constructor(block: Block, bsdf: Bsdf, hit: Hit, surface: Surface) {
    this.#block = block;
    this.#bsdf = bsdf;
    this.#hit = hit;
    this.#surface = surface;
  }

  resetFirst(): void {
    this.hasFirst = false;
    this.isVeiled = false;
    this.#isThroughGlass = false;
    this.firstR = 0;
    this.firstG = 0;
    this.firstB = 0;
  }

  /** Notes normal and own light of the shaded surface, which is seen with the given weight. */
  noteFirst(tR: number, tG: number, tB: number): void {
    const hit = this.#hit;
    const surface = this.#surface;
    const isGlass = surface.transmission > 0.5 * (1 - surface.metalness);
    if (!this.hasFirst) {
      this.hasFirst = true;
      this.#isThroughGlass = isGlass;
      if (isGlass) this.isVeiled = true;
      this.firstX = hit.nX;
      this.firstY = hit.nY;
      this.firstZ = hit.nZ;
    } else if (this.#isThroughGlass && !isGlass) {
      this.#isThroughGlass = false;
      this.firstX = 0.5 * (this.firstX + hit.nX);
      this.firstY = 0.5 * (this.firstY + hit.nY);
      this.firstZ = 0.5 * (this.firstZ + hit.nZ);
    }
    if (hit.flags & L.F_UNLIT) {
      this.noteAlbedo(tR * surface.baseR, tG * surface.baseG, tB * surface.baseB);
      return;
    }
    const white = this.#block.double(L.D_WHITE);
    if (white > 0) {
      const { emitR, emitG, emitB } = surface;
      this.noteAlbedo((tR * emitR) / white, (tG * emitG) / white, (tB * emitB) / white);
    }
  }

  /** Notes a surface that blends, whether or not it lets this path through. */
  noteBlend(): void {
    if (!this.hasFirst) this.isVeiled = true;
  }

  /** Notes what the prepared surface reflects. */
  noteReflection(tR: number, tG: number, tB: number): void {
    this.noteAlbedo(tR * this.#bsdf.whiteR, tG * this.#bsdf.whiteG, tB * this.#bsdf.whiteB);
  }

  noteAlbedo(r: number, g: number, b: number): void {
    this.firstR += r;
    this.firstG += g;
    this.firstB += b;
  }
}
