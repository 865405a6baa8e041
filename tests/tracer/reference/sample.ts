import type { Accumulation } from '../../../src/tracer/accumulation.ts';
import * as L from '../../../src/tracer/kernel/layout.ts';
import type { Block } from './block.ts';
import { openEye } from './eye.ts';
import type { FirstSurface } from './first.ts';
import type { FloorLight } from './floor.ts';
import type { Light } from './light.ts';
import type { Path } from './path.ts';
import type { Random } from './random.ts';

/** As in `kernel.ts`. */
const HALF = 4;

/** Traces camera samples and adds them to the sums. */
export class SampleSums {
  /** Samples dropped because a value was not finite. */
  rejected = 0;
  /** Row of the picture that the sums begin with. */
  top = 0;
  readonly #block: Block;
  readonly #random: Random;
  readonly #path: Path;
  readonly #light: Light;
  readonly #first: FirstSurface;
  readonly #floor: FloorLight;
  readonly #sums: Omit<Accumulation, 'widthPx' | 'heightPx' | 'sampleCount'>;

  constructor(
    block: Block,
    random: Random,
    path: Path,
    light: Light,
    first: FirstSurface,
    floor: FloorLight,
    sums: Omit<Accumulation, 'widthPx' | 'heightPx' | 'sampleCount'>,
  ) {
    this.#block = block;
    this.#random = random;
    this.#path = path;
    this.#light = light;
    this.#first = first;
    this.#floor = floor;
    this.#sums = sums;
  }

  /** Notes that a pixel has had samples. */
  count(x: number, y: number, samples: number): void {
    add(this.#sums.samples, (y - this.top) * this.#block.width + x, [samples]);
  }

  /** One sample of a pixel, by the current sample of the random numbers. */
  trace(x: number, y: number, sample: number): void {
    const block = this.#block;
    const path = this.#path;
    this.#random.nextPair();
    const sx = ((x + this.#spread(this.#random.u1)) / block.width) * 2 - 1;
    const sy = 1 - ((y + this.#spread(this.#random.u2)) / block.height) * 2;
    const { from, along } = openEye(block, this.#random, sx, sy);
    path.tracePath(...from, ...along, true, 0, true, 1);
    const behind = path.through;
    let r = this.#light.sumR;
    let g = this.#light.sumG;
    let b = this.#light.sumB;
    let a = 1 - behind;
    // 1. The first surface, before the floor's paths overwrite it.
    const first = this.#first;
    const isProduct = first.hasFirst;
    const { isVeiled } = first;
    const albedo = [first.firstR, first.firstG, first.firstB];
    const normal = [first.firstX * a, first.firstY * a, first.firstZ * a];
    // 2. The floor behind, or seen directly; of a cyclorama what the product changes.
    let floorShare = 0;
    let shadow = [0, 0, 0];
    let mirrored = [0, 0, 0, 0];
    if (path.isFloorBehind && behind > 0) {
      const floor = this.#floor;
      floor.traceFloor(path.floorX, path.floorZ, ...along);
      r += floor.glossR * behind;
      g += floor.glossG * behind;
      b += floor.glossB * behind;
      a += floor.gloss * behind;
      mirrored = [floor.glossR * behind, floor.glossG * behind, floor.glossB * behind, floor.gloss * behind];
      floorShare = behind * (1 - floor.gloss);
      shadow = [floor.ratioR * floorShare, floor.ratioG * floorShare, floor.ratioB * floorShare];
    }
    if (path.seesWall) {
      const [wallR, wallG, wallB] = path.wall;
      floorShare = 1;
      shadow = [1 + r - wallR, 1 + g - wallG, 1 + b - wallB];
      [r, g, b] = path.wall;
    }
    // 3. Nothing that is not a number may enter the sums.
    const check = r + g + b + a + shadow[0]! + shadow[1]! + shadow[2]! + floorShare;
    if (!Number.isFinite(check)) {
      this.rejected++;
      return;
    }
    const pixel = (y - this.top) * block.width + x;
    // Light on glass is added even when the sample itself went through.
    if (a > 0 || r + g + b > 0) {
      add(this.#sums.object, pixel * 4, [r, g, b, a]);
      const luminance = 0.2126 * r + 0.7152 * g + 0.0722 * b;
      add(this.#sums.luminanceSquared, pixel, [luminance * luminance]);
      if ((sample & HALF) !== 0) add(this.#sums.halfLight, pixel, [luminance]);
    }
    if (floorShare > 0) {
      add(this.#sums.floor, pixel * 4, [...shadow, floorShare]);
      const light = 0.2126 * shadow[0]! + 0.7152 * shadow[1]! + 0.0722 * shadow[2]!;
      add(this.#sums.floorSquared, pixel, [light * light]);
      if ((sample & HALF) !== 0) add(this.#sums.halfFloor, pixel, [light]);
    }
    if (mirrored[3]! > 0 && this.#sums.reflection !== undefined)
      add(this.#sums.reflection, pixel * 4, mirrored);
    if (isProduct) {
      add(this.#sums.albedo, pixel * 3, albedo);
      add(this.#sums.normal, pixel * 3, normal);
    }
    if (isVeiled) {
      add(this.#sums.veiled, pixel, [1]);
      const white = isProduct ? 0.2126 * albedo[0]! + 0.7152 * albedo[1]! + 0.0722 * albedo[2]! : 0;
      add(this.#sums.veiledAlbedoSquared, pixel, [white * white]);
      const cover = 0.2126 * a + 0.7152 * floorShare;
      add(this.#sums.veiledCoverSquared, pixel, [cover * cover]);
    }
  }

  /** Place within a pixel by a number in [0, 1): 0.5 is its middle, and the filter reaches into its neighbours. */
  #spread(u: number): number {
    const t = u * L.PIXEL_FILTER_STEPS;
    const step = Math.floor(t);
    const at = (this.#block.pixelFilter >> 2) + step;
    const low = this.#block.f32[at]!;
    return 0.5 + low + (this.#block.f32[at + 1]! - low) * (t - step);
  }
}

function add(sums: Float32Array, at: number, values: readonly number[]): void {
  for (let i = 0; i < values.length; i++) sums[at + i]! += values[i]!;
}
