import * as L from '../../../src/tracer/kernel/layout.ts';
import type { Aim } from './aim.ts';
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
/** One over the share that is mirrored from which on its paths are followed as others are: below, grain of them is not seen. */
const FULL_AT = 12;
/** More pairs than a path draws, or a floor for its lights. */
const FLOOR_PAIRS = 256;
/** One over the share of directions towards the product from which on each sample looks there. */
const LOOK_AT = 4;

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
  readonly #aim: Aim;
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
    aim: Aim,
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
    this.#aim = aim;
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
    const [aim, random] = [this.#aim, this.#random];
    aim.openAim(x, y, z);
    random.startPairs(FLOOR_PAIRS);
    const often = Math.min(1, aim.aimShare * LOOK_AT);
    const k = (PI * aim.aimShare) / often;
    // 1. What the product blocks.
    if (block.areaLights !== 0) this.#blockLights(x, y, z, iR, iG, iB, often);
    else {
      random.nextPair();
      this.#sky.sampleSky(1);
      const { skyX, skyY, skyZ, skyDensity } = this.#sky;
      this.#blockSky(x, y, z, skyX, skyY, skyZ, skyDensity, iR, iG, iB);
    }
    if (block.punctualLights !== 0) this.#blockPunctualLight(x, y, z, iR, iG, iB);
    // 2. What it gives back, and what of the lights comes through solid glass.
    random.startPairs(2 * FLOOR_PAIRS);
    random.nextPair();
    if (random.u2 < often) {
      aim.aim(random.u1, random.u2 / often);
      const { aimX, aimY, aimZ } = aim;
      this.#path.tracePath(x, y, z, aimX, aimY, aimZ, false, aimY / k, true, 1);
      this.ratioR += k * Math.min(this.#light.sumR, block.clamp) * iR;
      this.ratioG += k * Math.min(this.#light.sumG, block.clamp) * iG;
      this.ratioB += k * Math.min(this.#light.sumB, block.clamp) * iB;
      if (block.areaLights !== 0 && !block.hasSeeThrough && this.#path.through === 0) {
        this.#sky.lookUpSky(aimX, aimY, aimZ);
        this.ratioR -= this.#sky.skyR * k * iR;
        this.ratioG -= this.#sky.skyG * k * iG;
        this.ratioB -= this.#sky.skyB * k * iB;
      }
    }
    random.startPairs(3 * FLOOR_PAIRS);
    if (this.#block.lamps !== 0) {
      const lamps = this.#lamps;
      this.#random.nextPair();
      const isSeen = lamps.sampleLamp(x, y, z) && lamps.lampY > 0;
      const { lampX, lampY, lampZ, lampDensity, lampReach } = lamps;
      if (isSeen && shadow.isLit(x, y, z, lampX, lampY, lampZ, 0, false, lampReach, true)) {
        lamps.lookAtLamp(lampX, lampY, lampZ);
        const share = lampY / (lampDensity + lampY / k);
        this.ratioR += share * lamps.shineR * shadow.litR * iR;
        this.ratioG += share * lamps.shineG * shadow.litG * iG;
        this.ratioB += share * lamps.shineB * shadow.litB * iB;
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
  #blockLights(x: number, y: number, z: number, iR: number, iG: number, iB: number, often: number): void {
    const [aim, block, lights, random] = [this.#aim, this.#block, this.#areaLights, this.#random];
    lights.weighLights(x, y, z, 0, 1, 0, false);
    for (let i = 0; i < block.areaLightCount; i++) {
      random.nextPair();
      const { u1, u2 } = random;
      const asked = Math.min(1, lights.lightShare(i) * L.ASK_AT);
      if (u1 >= asked || !lights.sampleOneLight(i, x, y, z, u1 / asked, u2, asked) || lights.areaY <= 0)
        continue;
      const { areaX, areaY, areaZ, areaR, areaG, areaB, areaReach } = lights;
      const k = areaY / lights.areaDensity;
      const isReached = this.#shadow.isLit(x, y, z, areaX, areaY, areaZ, 0, false, areaReach, true);
      this.#takeOut(areaR * k * iR, areaG * k * iG, areaB * k * iB, isReached);
    }
    if (!block.hasSeeThrough) return;
    random.nextPair();
    if (random.u2 >= often) return;
    aim.aim(random.u1, random.u2 / often);
    const { aimX, aimY, aimZ, aimShare } = aim;
    const isReached = this.#shadow.isLit(x, y, z, aimX, aimY, aimZ, 0, false, FAR, true);
    this.#sky.lookUpSky(aimX, aimY, aimZ);
    const { skyR, skyG, skyB } = this.#sky;
    const k = (PI * aimShare) / often;
    this.#takeOut(skyR * k * iR, skyG * k * iG, skyB * k * iB, isReached);
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
