import type { Hit } from './hit.ts';
import type { Surface } from './surface.ts';

export class Frames {
  /** Shading frame, coat frame. */
  tX = 0;
  tY = 0;
  tZ = 0;
  bX = 0;
  bY = 0;
  bZ = 0;
  ctX = 0;
  ctY = 0;
  ctZ = 0;
  cbX = 0;
  cbY = 0;
  cbZ = 0;
  readonly #hit: Hit;
  readonly #surface: Surface;

  constructor(hit: Hit, surface: Surface) {
    this.#hit = hit;
    this.#surface = surface;
  }

  /** Frame around the shading normal (Duff et al. 2017), then around the coat's. */
  makeFrames(): void {
    const nx = this.#hit.nX,
      ny = this.#hit.nY,
      nz = this.#hit.nZ;
    const side: number = nz >= 0 ? 1 : -1;
    const a = -1 / (side + nz),
      b = nx * ny * a;
    this.tX = 1 + side * nx * nx * a;
    this.tY = side * b;
    this.tZ = -side * nx;
    this.bX = b;
    this.bY = side + ny * ny * a;
    this.bZ = -ny;
    if (this.#surface.anisotropy > 0) this.#stretchFrame();
    if (this.#surface.coat <= 0) return;
    const cx = this.#hit.cX,
      cy = this.#hit.cY,
      cz = this.#hit.cZ;
    const coatSide: number = cz >= 0 ? 1 : -1;
    const ca = -1 / (coatSide + cz),
      cb = cx * cy * ca;
    this.ctX = 1 + coatSide * cx * cx * ca;
    this.ctY = coatSide * cb;
    this.ctZ = -coatSide * cx;
    this.cbX = cb;
    this.cbY = coatSide + cy * cy * ca;
    this.cbZ = -cy;
  }

  /** Turns the shading frame so that x is where the highlight is stretched; it stays where that stands upright. */
  #stretchFrame(): void {
    const { aX, aY, aZ, nX, nY, nZ } = this.#hit;
    const along = aX * nX + aY * nY + aZ * nZ;
    const x = aX - along * nX,
      y = aY - along * nY,
      z = aZ - along * nZ;
    const length = Math.sqrt(x * x + y * y + z * z);
    if (length < 1e-6) return;
    this.tX = x / length;
    this.tY = y / length;
    this.tZ = z / length;
    this.bX = nY * this.tZ - nZ * this.tY;
    this.bY = nZ * this.tX - nX * this.tZ;
    this.bZ = nX * this.tY - nY * this.tX;
  }
}
