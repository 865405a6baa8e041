import type { Hit } from './hit.ts';
import type { Surface } from './surface.ts';

export class FirstSurface {
  /** First surface on the path that was there: albedo and shading normal, for the denoiser. */
  hasFirst = false;
  firstR = 0;
  firstG = 0;
  firstB = 0;
  firstX = 0;
  firstY = 0;
  firstZ = 0;
  readonly #hit: Hit;
  readonly #surface: Surface;

  constructor(hit: Hit, surface: Surface) {
    this.#hit = hit;
    this.#surface = surface;
  }

  resetFirst(): void {
    this.hasFirst = false;
  }

  /** Notes the shaded surface unless there was one before. Glass counts as white: its colour is what lies behind. */
  noteFirst(): void {
    if (this.hasFirst) return;
    this.hasFirst = true;
    const t = this.#surface.transmission;
    this.firstR = this.#surface.baseR + (1 - this.#surface.baseR) * t;
    this.firstG = this.#surface.baseG + (1 - this.#surface.baseG) * t;
    this.firstB = this.#surface.baseB + (1 - this.#surface.baseB) * t;
    this.firstX = this.#hit.nX;
    this.firstY = this.#hit.nY;
    this.firstZ = this.#hit.nZ;
  }
}
