import * as L from '../../../src/tracer/kernel/layout.ts';
import { cosTurns, sinTurns } from '../../../src/tracer/portable-maths.ts';
import type { AreaLights } from './area-lights.ts';
import type { Block } from './block.ts';
import type { Lamps } from './lamps.ts';
import type { Light } from './light.ts';
import type { Path } from './path.ts';
import type { PunctualLights } from './punctual-lights.ts';
import type { Random } from './random.ts';
import type { Scatter } from './scatter.ts';
import type { Shadow } from './shadow.ts';
import type { SkyLight } from './sky.ts';
import { FAR } from './traverse.ts';

const PI = Math.PI;
/** Light that solid glass bends is found by chance: so many paths of a sample look for it. */
const SOLID_PATHS = 4;
/** One over the share that is mirrored from which on its paths are followed as others are: below, grain of them is not seen. */
const FULL_AT = 12;

export class FloorLight {
  /** Light of the floor over its unblocked light, per channel. Exactly 1 where nothing is in the way. */
  ratioR = 1;
  ratioG = 1;
  ratioB = 1;
  /** The product's reflection in the floor, premultiplied, and its share. */
  glossR = 0;
  glossG = 0;
  glossB = 0;
  gloss = 0;
  readonly #areaLights: AreaLights;
  readonly #scatter: Scatter;
  readonly #lamps: Lamps;
  readonly #light: Light;
  readonly #path: Path;
  readonly #punctualLights: PunctualLights;
  readonly #random: Random;
  readonly #block: Block;
  readonly #shadow: Shadow;
  readonly #sky: SkyLight;

  constructor(
    areaLights: AreaLights,
    scatter: Scatter,
    lamps: Lamps,
    light: Light,
    path: Path,
    punctualLights: PunctualLights,
    random: Random,
    block: Block,
    shadow: Shadow,
    sky: SkyLight,
  ) {
    this.#areaLights = areaLights;
    this.#scatter = scatter;
    this.#lamps = lamps;
    this.#light = light;
    this.#path = path;
    this.#punctualLights = punctualLights;
    this.#random = random;
    this.#block = block;
    this.#shadow = shadow;
    this.#sky = sky;
  }

  /** Light on a floor point seen by a camera ray along d: ratio and reflection. */
  traceFloor(x: number, z: number, dx: number, dy: number, dz: number): void {
    this.ratioR = 1;
    this.ratioG = 1;
    this.ratioB = 1;
    this.glossR = 0;
    this.glossG = 0;
    this.glossB = 0;
    this.gloss = 0;
    const awayX = x - this.#block.double(L.D_FLOOR_CENTRE_X),
      awayZ = z - this.#block.double(L.D_FLOOR_CENTRE_Z);
    if (awayX * awayX + awayZ * awayZ > this.#block.double(L.D_FLOOR_RADIUS_SQUARED)) return;
    const y = this.#block.floorY + this.#block.offset;
    const [lights, block, shadow] = [this.#areaLights, this.#block, this.#shadow];
    lights.lookUpFloorLight(x, z);
    const [levelR, levelG, levelB] = this.#punctualLights.sumPunctualLights(x, y, z);
    const iR = this.#inverse(lights.floorR + levelR),
      iG = this.#inverse(lights.floorG + levelG),
      iB = this.#inverse(lights.floorB + levelB);
    // 1. What the product blocks.
    if (block.areaLights !== 0) this.#blockLights(x, y, z, iR, iG, iB);
    else {
      this.#random.nextPair();
      this.#sky.sampleSky(1);
      const { skyX, skyY, skyZ, skyDensity } = this.#sky;
      this.#blockSky(x, y, z, skyX, skyY, skyZ, skyDensity, iR, iG, iB);
    }
    if (block.punctualLights !== 0) this.#blockPunctualLight(x, y, z, iR, iG, iB);
    // 2. What it gives back, and what of the lights comes through solid glass.
    const count = block.hasSolid ? SOLID_PATHS : 1;
    for (let i = 0; i < count; i++) {
      this.#random.nextPair();
      const place = (i + this.#random.u1) / count;
      const radius = Math.sqrt(place),
        up = Math.sqrt(Math.max(1e-9, 1 - place));
      const bx = radius * cosTurns(this.#random.u2),
        bz = radius * sinTurns(this.#random.u2);
      this.#path.tracePath(x, y, z, bx, up, bz, false, up / PI, true, 1);
      const k = PI / count;
      this.ratioR += k * Math.min(this.#light.sumR, this.#block.clamp) * iR;
      this.ratioG += k * Math.min(this.#light.sumG, this.#block.clamp) * iG;
      this.ratioB += k * Math.min(this.#light.sumB, this.#block.clamp) * iB;
    }
    if (this.#block.lamps !== 0) {
      const lamps = this.#lamps;
      this.#random.nextPair();
      const isSeen = lamps.sampleLamp(x, y, z) && lamps.lampY > 0;
      const { lampX, lampY, lampZ, lampDensity, lampReach } = lamps;
      if (isSeen && shadow.isLit(x, y, z, lampX, lampY, lampZ, 0, false, lampReach, true)) {
        lamps.lookAtLamp(lampX, lampY, lampZ);
        const k = lampY / (lampDensity + lampY / PI);
        this.ratioR += k * lamps.shineR * shadow.litR * iR;
        this.ratioG += k * lamps.shineG * shadow.litG * iG;
        this.ratioB += k * lamps.shineB * shadow.litB * iB;
      }
    }
    // 3. Its reflection, mirrored about a microfacet.
    const strength = this.#block.double(L.D_FLOOR_REFLECTION);
    if (strength <= 0 || dy >= 0) return;
    this.#random.nextPair();
    const alpha = this.#block.double(L.D_FLOOR_ALPHA);
    this.#scatter.sampleNormal(-dx, -dz, -dy, alpha, alpha);
    const vh = -dx * this.#scatter.hX - dz * this.#scatter.hY - dy * this.#scatter.hZ;
    const rx = 2 * vh * this.#scatter.hX + dx,
      rz = 2 * vh * this.#scatter.hY + dz,
      ry = 2 * vh * this.#scatter.hZ + dy;
    if (ry <= 1e-4) return;
    const f = Math.max(0, 1 - vh),
      f2 = f * f;
    const share = Math.min(1, (0.04 + 0.96 * f2 * f2 * f) * strength);
    this.#path.tracePath(x, y, z, rx, ry, rz, false, 0, false, Math.min(1, share * FULL_AT));
    this.gloss = share * (1 - this.#path.through);
    this.glossR = Math.min(this.#light.sumR, this.#block.clamp) * this.gloss;
    this.glossG = Math.min(this.#light.sumG, this.#block.clamp) * this.gloss;
    this.glossB = Math.min(this.#light.sumB, this.#block.clamp) * this.gloss;
  }

  /** Area lights and sky each by a ray of its own: no noise is left of which of the two was looked for. */
  #blockLights(x: number, y: number, z: number, iR: number, iG: number, iB: number): void {
    const [lights, random] = [this.#areaLights, this.#random];
    lights.weighLights(x, y, z, 0, 1, 0, false);
    random.nextPair();
    if (lights.sampleAreaLight(x, y, z, random.u1, random.u2) && lights.areaY > 0) {
      const { areaX, areaY, areaZ, areaR, areaG, areaB, areaReach } = lights;
      const k = areaY / lights.areaDensity;
      const isReached = this.#shadow.isLit(x, y, z, areaX, areaY, areaZ, 0, false, areaReach, true);
      this.#takeOut(areaR * k * iR, areaG * k * iG, areaB * k * iB, isReached);
    }
    random.nextPair();
    const radius = Math.sqrt(random.u1);
    const up = Math.sqrt(Math.max(1e-9, 1 - random.u1));
    const [bx, bz] = [radius * cosTurns(random.u2), radius * sinTurns(random.u2)];
    this.#sky.lookUpSky(bx, up, bz);
    this.#blockSky(x, y, z, bx, up, bz, up / PI, iR, iG, iB);
  }

  #blockPunctualLight(x: number, y: number, z: number, iR: number, iG: number, iB: number): void {
    const lights = this.#punctualLights;
    this.#random.nextPair();
    if (!lights.pickPunctualLight([x, y, z], [0, 1, 0], false, this.#random.u1) || lights.pointY <= 0) return;
    const { pointX, pointY, pointZ, pointR, pointG, pointB, pointReach } = lights;
    const isReached = this.#shadow.isLit(x, y, z, pointX, pointY, pointZ, 0, false, pointReach, false);
    this.#takeOut(pointR * pointY * iR, pointG * pointY * iG, pointB * pointY * iB, isReached);
  }

  /** Takes out what the product blocks of the sky that was looked up or sampled last. */
  #blockSky(
    x: number,
    y: number,
    z: number,
    dx: number,
    dy: number,
    dz: number,
    density: number,
    iR: number,
    iG: number,
    iB: number,
  ): void {
    if (dy <= 0 || density <= 0) return;
    const k = dy / density;
    const { skyR, skyG, skyB } = this.#sky;
    const [r, g, b] = [skyR * k * iR, skyG * k * iG, skyB * k * iB];
    this.#takeOut(r, g, b, this.#shadow.isLit(x, y, z, dx, dy, dz, 0, false, FAR, true));
  }

  /** Takes out what does not arrive of some light. */
  #takeOut(r: number, g: number, b: number, isReached: boolean): void {
    this.ratioR -= r * (isReached ? 1 - this.#shadow.litR : 1);
    this.ratioG -= g * (isReached ? 1 - this.#shadow.litG : 1);
    this.ratioB -= b * (isReached ? 1 - this.#shadow.litB : 1);
  }

  #inverse(x: number): number {
    return x > 0 ? 1 / x : 0;
  }
}
