import * as L from '../../../src/tracer/kernel/layout.ts';
import type { Hit } from './hit.ts';
import type { Surface } from './surface.ts';

const INV_PI = 0.3183098861837907;
const FALL = 0.2877934092108062;
const MEAN = 0.07248821245692394;
const LEAST = 1e-7;

export class Diffuse {
  /** Diffuse colour of the shaded surface, and of what comes out on its other side. */
  diffR = 0;
  diffG = 0;
  diffB = 0;
  transR = 0;
  transG = 0;
  transB = 0;
  isTranslucent = false;
  /** Diffuse value times cosine of the last {@link evaluateDiffuse}. */
  lobeR = 0;
  lobeG = 0;
  lobeB = 0;
  /** What of the light gets below the reflecting layer and is not let through. */
  #underR = 0;
  #underG = 0;
  #underB = 0;
  /** Of a rough surface: the single lobe's height, the loss it leaves in the view, what gets out of cavities again. */
  #isRough = false;
  #height = 1;
  #viewLoss = 0;
  #meanLoss = 1;
  #manyR = 0;
  #manyG = 0;
  #manyB = 0;
  readonly #hit: Hit;
  readonly #surface: Surface;

  constructor(hit: Hit, surface: Surface) {
    this.#hit = hit;
    this.#surface = surface;
  }

  /** Prepares what lies below the reflecting layer: a diffuse lobe and what comes out on the other side. */
  prepareDiffuse(cosine: number, leftR: number, leftG: number, leftB: number, open: number): void {
    const surface = this.#surface;
    const solid = open * surface.occlusion;
    this.diffR = surface.baseR * leftR * solid;
    this.diffG = surface.baseG * leftG * solid;
    this.diffB = surface.baseB * leftB * solid;
    this.isTranslucent = surface.diffuseTransmission > 0 && open > 0;
    this.transR = 0;
    this.transG = 0;
    this.transB = 0;
    if (this.isTranslucent) {
      const t = surface.diffuseTransmission * open,
        kept = 1 - surface.diffuseTransmission;
      this.transR = surface.throughR * leftR * t;
      this.transG = surface.throughG * leftG * t;
      this.transB = surface.throughB * leftB * t;
      this.diffR *= kept;
      this.diffG *= kept;
      this.diffB *= kept;
    }
    this.#isRough = surface.diffuseRoughness > 0;
    if (!this.#isRough) return;
    const kept = solid * (1 - surface.diffuseTransmission);
    this.#underR = leftR * kept;
    this.#underG = leftG * kept;
    this.#underB = leftB * kept;
    this.#height = 1 / (1 + FALL * surface.diffuseRoughness);
    this.#viewLoss = this.#loss(cosine);
    this.#meanLoss = Math.max(LEAST, 1 - this.#height * (1 + MEAN * surface.diffuseRoughness));
    this.#manyR = this.#many(surface.baseR);
    this.#manyG = this.#many(surface.baseG);
    this.#manyB = this.#many(surface.baseB);
  }

  #loss(cosine: number): number {
    const c = 1 - cosine;
    const g = c * (0.0571085289 + c * (0.491881867 + c * (-0.332181442 + c * 0.0714429953)));
    return Math.max(LEAST, 1 - this.#height * (1 + this.#surface.diffuseRoughness * g));
  }

  #many(base: number): number {
    const rho = Math.min(1, base);
    return (rho * rho * (1 - this.#meanLoss)) / (this.#meanLoss * (1 - rho * this.#meanLoss));
  }

  /** The diffuse lobe towards the light, above the surface. */
  evaluateDiffuse(along: number, view: number, light: number): void {
    const cosine = light * INV_PI;
    if (!this.#isRough) {
      this.lobeR = this.diffR * cosine;
      this.lobeG = this.diffG * cosine;
      this.lobeB = this.diffB * cosine;
      return;
    }
    const { baseR, baseG, baseB, diffuseRoughness } = this.#surface;
    const s = along - view * light;
    const slope = s > 0 ? s / Math.max(LEAST, Math.max(view, light)) : s;
    const once = this.#height * (1 + diffuseRoughness * slope);
    const again = this.#viewLoss * this.#loss(light);
    this.lobeR = this.#underR * cosine * (Math.min(1, baseR) * once + this.#manyR * again);
    this.lobeG = this.#underG * cosine * (Math.min(1, baseG) * once + this.#manyG * again);
    this.lobeB = this.#underB * cosine * (Math.min(1, baseB) * once + this.#manyB * again);
  }

  /** On which side of the surface light from a direction counts: 1 this one, -1 the other one, 0 neither. */
  sideOf(lx: number, ly: number, lz: number): number {
    const { gX, gY, gZ, nX, nY, nZ } = this.#hit;
    if (lx * gX + ly * gY + lz * gZ > 0) return 1;
    return this.isTranslucent && lx * nX + ly * nY + lz * nZ < 0 ? -1 : 0;
  }

  /** Medium on the other side of the located surface, given the one on this side. */
  mediumBehind(here: number): number {
    if (!(this.#hit.flags & L.F_DENSE)) return here;
    return this.#hit.isBack ? 0 : this.#hit.material;
  }
}
