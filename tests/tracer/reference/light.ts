import * as L from '../../../src/tracer/kernel/layout.ts';
import type { AreaLights } from './area-lights.ts';
import type { Block } from './block.ts';
import type { Bsdf } from './bsdf.ts';
import type { Cyclorama } from './cyclorama.ts';
import type { CycloramaLight } from './cyclorama-light.ts';
import type { Diffuse } from './diffuse.ts';
import type { Hit } from './hit.ts';
import type { Lamps } from './lamps.ts';
import type { PunctualLights } from './punctual-lights.ts';
import type { Random } from './random.ts';
import type { Shadow } from './shadow.ts';
import type { SkyLight } from './sky.ts';
import type { Surface } from './surface.ts';
import { FAR } from './traverse.ts';

export class Light {
  /** Radiance along the path so far. */
  sumR = 0;
  sumG = 0;
  sumB = 0;

  /** Light that the last {@link offerLight} found, before its shadow ray: side, origin, direction, free way, value. */
  #isOffered = false;
  #isForCyclorama = false;
  #side = 1;
  #fromX = 0;
  #fromY = 0;
  #fromZ = 0;
  #toX = 0;
  #toY = 0;
  #toZ = 0;
  #toReach = FAR;
  #offerR = 0;
  #offerG = 0;
  #offerB = 0;
  /** The same of a lamp, but for what it shines with; its point is in `lamps.ts`. */
  #isLampOffered = false;
  #lampSide = 1;
  #lampFromX = 0;
  #lampFromY = 0;
  #lampFromZ = 0;
  #lampR = 0;
  #lampG = 0;
  #lampB = 0;
  /** The same of a light of the file; where that is, is in `punctual-lights.ts`. */
  #isPointOffered = false;
  #pointSide = 1;
  #pointFrom: readonly [number, number, number] = [0, 0, 0];
  #pointOffer: readonly [number, number, number] = [0, 0, 0];
  readonly #areaLights: AreaLights;
  readonly #bsdf: Bsdf;
  readonly #cyclorama: Cyclorama;
  readonly #cycloramaLight: CycloramaLight;
  readonly #diffuse: Diffuse;
  readonly #hit: Hit;
  readonly #lamps: Lamps;
  readonly #punctualLights: PunctualLights;
  readonly #random: Random;
  readonly #block: Block;
  readonly #shadow: Shadow;
  readonly #sky: SkyLight;
  readonly #surface: Surface;

  constructor(
    areaLights: AreaLights,
    bsdf: Bsdf,
    cyclorama: Cyclorama,
    cycloramaLight: CycloramaLight,
    diffuse: Diffuse,
    hit: Hit,
    lamps: Lamps,
    punctualLights: PunctualLights,
    random: Random,
    block: Block,
    shadow: Shadow,
    sky: SkyLight,
    surface: Surface,
  ) {
    this.#areaLights = areaLights;
    this.#bsdf = bsdf;
    this.#cyclorama = cyclorama;
    this.#cycloramaLight = cycloramaLight;
    this.#diffuse = diffuse;
    this.#hit = hit;
    this.#lamps = lamps;
    this.#punctualLights = punctualLights;
    this.#random = random;
    this.#block = block;
    this.#shadow = shadow;
    this.#sky = sky;
    this.#surface = surface;
  }

  resetLight(): void {
    this.sumR = 0;
    this.sumG = 0;
    this.sumB = 0;
  }

  /** Adds light; what arrives after the second scattering is clamped. */
  addLight(r: number, g: number, b: number, isIndirect: boolean): void {
    if (isIndirect) {
      const most = Math.max(r, Math.max(g, b));
      if (most > this.#block.clamp) {
        const k = this.#block.clamp / most;
        r *= k;
        g *= k;
        b *= k;
      }
    }
    this.sumR += r;
    this.sumG += g;
    this.sumB += b;
  }

  /** Adds the shaded surface's own light; false when it has nothing else. */
  addGlow(tR: number, tG: number, tB: number, isIndirect: boolean): boolean {
    if (this.#hit.flags & L.F_UNLIT) {
      const white = this.#block.double(L.D_WHITE);
      this.addLight(
        tR * this.#surface.baseR * white,
        tG * this.#surface.baseG * white,
        tB * this.#surface.baseB * white,
        isIndirect,
      );
      return false;
    }
    if (this.#surface.emitR + this.#surface.emitG + this.#surface.emitB > 0)
      this.addLight(tR * this.#surface.emitR, tG * this.#surface.emitG, tB * this.#surface.emitB, isIndirect);
    return true;
  }

  /**
   * Adds the sky towards a direction that was sampled from the surface.
   *
   * @param lastDensity Density of that sampling; 0 when the sky could not have been found otherwise.
   */
  addSky(
    dx: number,
    dy: number,
    dz: number,
    tR: number,
    tG: number,
    tB: number,
    lastDensity: number,
    isIndirect: boolean,
  ): void {
    this.#sky.lookUpSky(dx, dy, dz);
    let w: number = 1;
    if (lastDensity > 0)
      w =
        this.#block.estimator === 0
          ? lastDensity / (lastDensity + this.#sky.skyDensity * this.#areaLights.pickedSkyShare)
          : this.#block.estimator === 2
            ? 1
            : 0;
    this.addLight(tR * this.#sky.skyR * w, tG * this.#sky.skyG * w, tB * this.#sky.skyB * w, isIndirect);
  }

  /**
   * Adds the area lights that a ray crosses before its end.
   *
   * @param lastDensity With which its direction was picked; 0 when the lights could not have been found otherwise.
   * @param fromX Where it was picked.
   */
  addAreaLights(
    x: number,
    y: number,
    z: number,
    dx: number,
    dy: number,
    dz: number,
    end: number,
    tR: number,
    tG: number,
    tB: number,
    lastDensity: number,
    fromX: number,
    fromY: number,
    fromZ: number,
    isIndirect: boolean,
  ): void {
    const [lights, { estimator, areaLightCount }] = [this.#areaLights, this.#block];
    if (lastDensity > 0 && estimator === 1) return;
    for (let i = 0; i < areaLightCount; i++) {
      if (!lights.crossAreaLight(i, x, y, z, dx, dy, dz, end)) continue;
      let w = 1;
      if (lastDensity > 0 && estimator === 0) {
        const wayX = x + dx * lights.crossedAt - fromX;
        const wayY = y + dy * lights.crossedAt - fromY;
        const wayZ = z + dz * lights.crossedAt - fromZ;
        const square = wayX * wayX + wayY * wayY + wayZ * wayZ;
        w = lastDensity / (lastDensity + lights.crossedDensity(i, dx, dy, dz, square));
      }
      this.addLight(tR * lights.areaR * w, tG * lights.areaG * w, tB * lights.areaB * w, isIndirect);
    }
  }

  /**
   * Samples the sky or an area light, and the lamps, for the prepared surface. The shadow rays wait for
   * {@link collectLight}: they overwrite the surface.
   */
  offerLight(tR: number, tG: number, tB: number): void {
    this.#isOffered = false;
    this.#isForCyclorama = this.#cyclorama.isMet();
    if (this.#isForCyclorama) this.#cycloramaLight.stand(tR, tG, tB);
    else this.#offerSkyOrArea(tR, tG, tB);
    this.#isLampOffered = false;
    if (this.#block.lamps !== 0) this.#offerLamp(tR, tG, tB);
    this.#isPointOffered = false;
    if (this.#block.punctualLights !== 0) this.#offerPunctualLight(tR, tG, tB);
  }

  #offerSkyOrArea(tR: number, tG: number, tB: number): void {
    const [hit, lights] = [this.#hit, this.#areaLights];
    if (this.#block.areaLights !== 0)
      lights.weighLights(hit.pX, hit.pY, hit.pZ, hit.gX, hit.gY, hit.gZ, true, this.#diffuse.isTranslucent);
    this.#random.nextPair();
    if (this.#block.areaLights !== 0 && this.#random.u1 >= lights.skyShare) this.#offerAreaLight(tR, tG, tB);
    else this.#offerSky(tR, tG, tB);
  }

  #offerPunctualLight(tR: number, tG: number, tB: number): void {
    const [block, bsdf, lights, hit] = [this.#block, this.#bsdf, this.#punctualLights, this.#hit];
    const { isTranslucent } = this.#diffuse;
    this.#random.nextPair();
    if (block.estimator === 2) return;
    const point = [hit.pX, hit.pY, hit.pZ] as const;
    const normal = [hit.gX, hit.gY, hit.gZ] as const;
    if (!lights.pickPunctualLight(point, normal, isTranslucent, this.#random.u1)) return;
    const { pointX, pointY, pointZ, pointR, pointG, pointB } = lights;
    this.#pointSide = this.#diffuse.sideOf(pointX, pointY, pointZ);
    if (this.#pointSide === 0) return;
    const by = this.#pointSide < 0 ? -block.offset : block.offset;
    this.#pointFrom = [hit.pX + hit.gX * by, hit.pY + hit.gY * by, hit.pZ + hit.gZ * by];
    bsdf.evaluateForPoint(pointX, pointY, pointZ);
    this.#pointOffer = [tR * bsdf.valR * pointR, tG * bsdf.valG * pointG, tB * bsdf.valB * pointB];
    this.#isPointOffered = Math.max(...this.#pointOffer) > 0;
  }

  #offerAreaLight(tR: number, tG: number, tB: number): void {
    const [block, bsdf, lights] = [this.#block, this.#bsdf, this.#areaLights];
    if (block.estimator === 2) return;
    this.#stand(block.offset);
    const pick = (this.#random.u1 - lights.skyShare) / (1 - lights.skyShare);
    if (!lights.sampleAreaLight(this.#fromX, this.#fromY, this.#fromZ, pick, this.#random.u2)) return;
    const { areaX, areaY, areaZ, areaReach, areaDensity } = lights;
    this.#side = this.#diffuse.sideOf(areaX, areaY, areaZ);
    if (this.#side === 0) return;
    if (this.#side < 0) this.#stand(-block.offset);
    if (block.hasFloor && this.#fromY > block.floorY && this.#fromY + areaY * areaReach < block.floorY) {
      const t = (block.floorY - this.#fromY) / areaY;
      if (block.isOnTable(this.#fromX + areaX * t, this.#fromZ + areaZ * t)) return;
    }
    bsdf.evaluate(areaX, areaY, areaZ);
    const w = block.estimator === 0 ? 1 / (areaDensity + bsdf.density) : 1 / areaDensity;
    this.#offerR = tR * bsdf.valR * lights.areaR * w;
    this.#offerG = tG * bsdf.valG * lights.areaG * w;
    this.#offerB = tB * bsdf.valB * lights.areaB * w;
    this.#toX = areaX;
    this.#toY = areaY;
    this.#toZ = areaZ;
    this.#toReach = areaReach;
    this.#isOffered = Math.max(this.#offerR, Math.max(this.#offerG, this.#offerB)) > 0;
  }

  #offerLamp(tR: number, tG: number, tB: number): void {
    const [block, bsdf, lamps] = [this.#block, this.#bsdf, this.#lamps];
    this.#random.nextPair();
    if (block.estimator === 2) return;
    this.#standLamp(block.offset);
    if (!lamps.sampleLamp(this.#lampFromX, this.#lampFromY, this.#lampFromZ)) return;
    const { lampX, lampY, lampZ, lampReach, lampDensity } = lamps;
    this.#lampSide = this.#diffuse.sideOf(lampX, lampY, lampZ);
    if (this.#lampSide === 0) return;
    if (this.#lampSide < 0) this.#standLamp(-block.offset);
    if (
      block.hasFloor &&
      this.#lampFromY > block.floorY &&
      this.#lampFromY + lampY * lampReach < block.floorY
    )
      return;
    bsdf.evaluate(lampX, lampY, lampZ);
    const w = block.estimator === 0 ? 1 / (lampDensity + bsdf.density) : 1 / lampDensity;
    this.#lampR = tR * bsdf.valR * w;
    this.#lampG = tG * bsdf.valG * w;
    this.#lampB = tB * bsdf.valB * w;
    this.#isLampOffered = Math.max(this.#lampR, Math.max(this.#lampG, this.#lampB)) > 0;
  }

  #offerSky(tR: number, tG: number, tB: number): void {
    this.#sky.sampleSky(this.#areaLights.skyShare);
    this.#side = this.#diffuse.sideOf(this.#sky.skyX, this.#sky.skyY, this.#sky.skyZ);
    if (this.#block.estimator === 2 || this.#side === 0) return;
    this.#stand(this.#side < 0 ? -this.#block.offset : this.#block.offset);
    if (this.#block.hasFloor && this.#sky.skyY < 0 && this.#fromY > this.#block.floorY) return;
    this.#bsdf.evaluate(this.#sky.skyX, this.#sky.skyY, this.#sky.skyZ);
    if (
      Math.max(this.#bsdf.valR, Math.max(this.#bsdf.valG, this.#bsdf.valB)) <= 0 ||
      this.#sky.skyDensity <= 0
    )
      return;
    const found = this.#sky.skyDensity * this.#areaLights.skyShare;
    const w = this.#block.estimator === 0 ? 1 / (found + this.#bsdf.density) : 1 / found;
    this.#offerR = tR * this.#bsdf.valR * this.#sky.skyR * w;
    this.#offerG = tG * this.#bsdf.valG * this.#sky.skyG * w;
    this.#offerB = tB * this.#bsdf.valB * this.#sky.skyB * w;
    this.#toX = this.#sky.skyX;
    this.#toY = this.#sky.skyY;
    this.#toZ = this.#sky.skyZ;
    this.#toReach = FAR;
    this.#isOffered = Math.max(this.#offerR, Math.max(this.#offerG, this.#offerB)) > 0;
  }

  /** Where shadow rays begin: off the surface, on the side of the light. */
  #stand(by: number): void {
    this.#fromX = this.#hit.pX + this.#hit.gX * by;
    this.#fromY = this.#hit.pY + this.#hit.gY * by;
    this.#fromZ = this.#hit.pZ + this.#hit.gZ * by;
  }

  #standLamp(by: number): void {
    this.#lampFromX = this.#hit.pX + this.#hit.gX * by;
    this.#lampFromY = this.#hit.pY + this.#hit.gY * by;
    this.#lampFromZ = this.#hit.pZ + this.#hit.gZ * by;
  }

  /** Adds the offered light that nothing is in the way of. */
  collectLight(here: number, there: number, isIndirect: boolean, passesBacks: boolean): void {
    const medium = this.#side < 0 ? there : here;
    const [shadow, lamps] = [this.#shadow, this.#lamps];
    if (this.#isForCyclorama) {
      const light = this.#cycloramaLight;
      light.change(passesBacks, isIndirect);
      this.addLight(light.changeR, light.changeG, light.changeB, isIndirect);
    }
    if (
      this.#isOffered &&
      shadow.isLit(
        this.#fromX,
        this.#fromY,
        this.#fromZ,
        this.#toX,
        this.#toY,
        this.#toZ,
        medium,
        passesBacks,
        this.#toReach,
        false,
      )
    )
      this.addLight(
        this.#offerR * shadow.litR,
        this.#offerG * shadow.litG,
        this.#offerB * shadow.litB,
        isIndirect,
      );
    if (this.#isPointOffered) {
      const { pointX, pointY, pointZ, pointReach } = this.#punctualLights;
      const pointMedium = this.#pointSide < 0 ? there : here;
      const [r, g, b] = this.#pointOffer;
      const from = this.#pointFrom;
      if (shadow.isLit(...from, pointX, pointY, pointZ, pointMedium, passesBacks, pointReach, false))
        this.addLight(r * shadow.litR, g * shadow.litG, b * shadow.litB, isIndirect);
    }
    if (!this.#isLampOffered) return;
    const { lampX, lampY, lampZ, lampReach } = lamps;
    const [x, y, z] = [this.#lampFromX, this.#lampFromY, this.#lampFromZ];
    const lampMedium = this.#lampSide < 0 ? there : here;
    if (!shadow.isLit(x, y, z, lampX, lampY, lampZ, lampMedium, passesBacks, lampReach, false)) return;
    lamps.lookAtLamp(lampX, lampY, lampZ);
    this.addLight(
      this.#lampR * shadow.litR * lamps.shineR,
      this.#lampG * shadow.litG * lamps.shineG,
      this.#lampB * shadow.litB * lamps.shineB,
      isIndirect,
    );
  }
}
