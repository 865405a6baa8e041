import { cosTurns, sinTurns, turnsOf } from '../../../src/tracer/portable-maths.ts';
import type { Block } from './block.ts';
import type { Random } from './random.ts';

const TWO_PI_SQUARED = 19.739208802178716;
/** The greatest number that a random pair holds. */
const BELOW_ONE = 1 - 1 / 4294967296;

export class SkyLight {
  /** Radiance and density per solid angle of the last lookup or sample. */
  skyR = 0;
  skyG = 0;
  skyB = 0;
  skyDensity = 0;
  /** Direction of the last sample. */
  skyX = 0;
  skyY = 0;
  skyZ = 0;
  readonly #random: Random;
  readonly #block: Block;

  constructor(random: Random, block: Block) {
    this.#random = random;
    this.#block = block;
  }

  #cumulative(sums: number, index: number): number {
    return this.#block.f32[(sums + (index << 2)) >> 2]!;
  }

  /** Interpolates radiance at a place in pixels and divides by the density's Jacobian. */
  #readSky(x: number, y: number, cellShare: number, sine: number): void {
    const xl = x - 0.5,
      yl = y - 0.5;
    const xf = Math.floor(xl),
      yf = Math.floor(yl);
    const fx = xl - xf,
      fy = yl - yf;
    let x0 = xf,
      x1 = x0 + 1,
      y0 = yf,
      y1 = y0 + 1;
    if (x0 < 0) x0 += this.#block.skyWidth;
    if (x1 >= this.#block.skyWidth) x1 -= this.#block.skyWidth;
    if (y0 < 0) y0 = 0;
    if (y1 >= this.#block.skyHeight) y1 = this.#block.skyHeight - 1;
    const a = this.#block.sky + (y0 * this.#block.skyWidth + x0) * 12,
      b = this.#block.sky + (y0 * this.#block.skyWidth + x1) * 12;
    const c = this.#block.sky + (y1 * this.#block.skyWidth + x0) * 12,
      d = this.#block.sky + (y1 * this.#block.skyWidth + x1) * 12;
    const wa = (1 - fx) * (1 - fy),
      wb = fx * (1 - fy),
      wc = (1 - fx) * fy,
      wd = fx * fy;
    this.skyR =
      this.#block.f32[a >> 2]! * wa +
      this.#block.f32[b >> 2]! * wb +
      this.#block.f32[c >> 2]! * wc +
      this.#block.f32[d >> 2]! * wd;
    this.skyG =
      this.#block.f32[(a + 4) >> 2]! * wa +
      this.#block.f32[(b + 4) >> 2]! * wb +
      this.#block.f32[(c + 4) >> 2]! * wc +
      this.#block.f32[(d + 4) >> 2]! * wd;
    this.skyB =
      this.#block.f32[(a + 8) >> 2]! * wa +
      this.#block.f32[(b + 8) >> 2]! * wb +
      this.#block.f32[(c + 8) >> 2]! * wc +
      this.#block.f32[(d + 8) >> 2]! * wd;
    this.skyDensity =
      (cellShare * this.#block.skyWidth * this.#block.skyHeight) / (TWO_PI_SQUARED * Math.max(1e-6, sine));
  }

  /** Radiance towards a unit direction, and the density with which {@link sampleSky} picks it. */
  lookUpSky(dx: number, dy: number, dz: number): void {
    const sine = Math.sqrt(dx * dx + dz * dz);
    let u = turnsOf(dx, -dz) + 0.5;
    u -= Math.floor(u);
    const x = u * this.#block.skyWidth,
      y = turnsOf(sine, dy) * 2 * this.#block.skyHeight;
    const column = Math.min(this.#block.skyWidth - 1, Math.floor(x)),
      row = Math.min(this.#block.skyHeight - 1, Math.floor(y));
    const sums = this.#block.skyRows + ((row * (this.#block.skyWidth + 1)) << 2);
    const share =
      (this.#cumulative(this.#block.skyMarginal, row + 1) - this.#cumulative(this.#block.skyMarginal, row)) *
      (this.#cumulative(sums, column + 1) - this.#cumulative(sums, column));
    this.#readSky(x, y, share, sine);
  }

  /**
   * Picks a direction by the current random pair, in proportion to the sky's radiance.
   *
   * @param share Of all light that is looked for: the first number is below it, and all of it is the sky's.
   */
  sampleSky(share: number): void {
    const height = Math.min(BELOW_ONE, this.#random.u1 / share);
    let row =
      this.#block.u16[
        (this.#block.skyMarginalGuide + (Math.floor(height * this.#block.skyHeight) << 1)) >> 1
      ]!;
    while (row + 1 < this.#block.skyHeight && this.#cumulative(this.#block.skyMarginal, row + 1) <= height)
      row++;
    const m0 = this.#cumulative(this.#block.skyMarginal, row),
      rowShare = this.#cumulative(this.#block.skyMarginal, row + 1) - m0;
    const sums = this.#block.skyRows + ((row * (this.#block.skyWidth + 1)) << 2);
    let column =
      this.#block.u16[
        (this.#block.skyRowGuides +
          ((row * this.#block.skyWidth + Math.floor(this.#random.u2 * this.#block.skyWidth)) << 1)) >>
          1
      ]!;
    while (column + 1 < this.#block.skyWidth && this.#cumulative(sums, column + 1) <= this.#random.u2)
      column++;
    const c0 = this.#cumulative(sums, column),
      columnShare = this.#cumulative(sums, column + 1) - c0;
    const x = column + Math.min(0.999999, Math.max(0, (this.#random.u2 - c0) / Math.max(1e-12, columnShare)));
    const y = row + Math.min(0.999999, Math.max(0, (height - m0) / Math.max(1e-12, rowShare)));
    const polar = (0.5 * y) / this.#block.skyHeight;
    const sine = sinTurns(polar);
    const azimuth = x / this.#block.skyWidth - 0.5;
    this.skyX = sine * sinTurns(azimuth);
    this.skyY = cosTurns(polar);
    this.skyZ = -sine * cosTurns(azimuth);
    this.#readSky(x, y, rowShare * columnShare, sine);
  }
}
