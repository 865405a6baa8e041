import * as L from '../../../src/tracer/kernel/layout.ts';
import { exp2, log2 } from '../../../src/tracer/portable-maths.ts';
import type { Diffuse } from './diffuse.ts';
import { reflectFilm } from './film.ts';
import type { Frames } from './frames.ts';
import type { Hit } from './hit.ts';
import type { Microfacet } from './microfacet.ts';
import type { Surface } from './surface.ts';

const INV_PI = 0.3183098861837907;
/** Least roughness squared for light from one point. */
const LEAST_ALPHA = 0.00275625;

export class Bsdf {
  /** Value times cosine, and density, of the last {@link evaluate}. */
  valR = 0;
  valG = 0;
  valB = 0;
  density = 0;
  /** Probability and weight of passing through. */
  passShare = 0;
  passR = 0;
  passG = 0;
  passB = 0;

  /** View in both frames. */
  vX = 0;
  vY = 0;
  vZ = 0;
  cvX = 0;
  cvY = 0;
  cvZ = 0;
  /** Reflectance at both ends, energy gain, shares of the layers, lobe probabilities. */
  #f0R = 0;
  #f0G = 0;
  #f0B = 0;
  #f90R = 1;
  #f90G = 1;
  #f90B = 1;
  #gainR = 1;
  #gainG = 1;
  #gainB = 1;
  #underCoat = 1;
  /** Share of even light from all sides that the prepared surface reflects, per channel: for the denoiser. */
  whiteR = 0;
  whiteG = 0;
  whiteB = 0;
  #base = 1;
  /** Roughness along the frame's x and y; they differ where the highlight is stretched. */
  alphaX = 0;
  alphaY = 0;
  #isStretched = false;
  coatAlpha = 0;
  #invSheenAlpha = 1;
  #hasSheen = false;
  specularShare = 0;
  coatShare = 0;
  diffuseShare = 0;
  transShare = 0;
  #viewLambda = 0;
  #coatViewLambda = 0;
  readonly #diffuse: Diffuse;
  readonly #frames: Frames;
  readonly #microfacet: Microfacet;
  readonly #hit: Hit;
  readonly #surface: Surface;

  constructor(diffuse: Diffuse, frames: Frames, microfacet: Microfacet, hit: Hit, surface: Surface) {
    this.#diffuse = diffuse;
    this.#frames = frames;
    this.#microfacet = microfacet;
    this.#hit = hit;
    this.#surface = surface;
  }

  /** The energy table knows one roughness: the round one that loses as much light, fitted to integrals to 0.01. */
  #roundRoughness(): number {
    const { alphaX, alphaY } = this;
    const apart = alphaX - alphaY;
    const round = Math.sqrt((alphaX * alphaX + alphaY * alphaY) * 0.5) * (1 - 0.055 * apart * apart);
    return Math.sqrt(round);
  }

  /** Reflected share of the base lobe per channel at a cosine; sets the lobe's ends and gain. */
  #prepareSpecular(cosine: number, rough: number): void {
    const m = this.#surface.metalness;
    this.#f0R = this.#surface.f0R + (this.#surface.baseR - this.#surface.f0R) * m;
    this.#f0G = this.#surface.f0G + (this.#surface.baseG - this.#surface.f0G) * m;
    this.#f0B = this.#surface.f0B + (this.#surface.baseB - this.#surface.f0B) * m;
    this.#f90R = this.#surface.specular + (1 - this.#surface.specular) * m;
    this.#f90G = this.#f90R;
    this.#f90B = this.#f90R;
    const { iridescence, filmIndex, filmThickness } = this.#surface;
    if (iridescence > 0) {
      // Its colour follows from the view alone, so that both ends of the lobe have it.
      const [r, g, b] = reflectFilm(cosine, filmIndex, filmThickness, this.#f0R, this.#f0G, this.#f0B);
      this.#f0R += (r - this.#f0R) * iridescence;
      this.#f0G += (g - this.#f0G) * iridescence;
      this.#f0B += (b - this.#f0B) * iridescence;
      this.#f90R += (r - this.#f90R) * iridescence;
      this.#f90G += (g - this.#f90G) * iridescence;
      this.#f90B += (b - this.#f90B) * iridescence;
    }
    this.#microfacet.lookUpEnergy(cosine, rough);
    const k = 1 / Math.max(1e-3, this.#microfacet.tableA + this.#microfacet.tableB) - 1;
    this.#gainR = 1 + this.#f0R * k;
    this.#gainG = 1 + this.#f0G * k;
    this.#gainB = 1 + this.#f0B * k;
  }

  /**
   * Light that goes straight through the located glass, per channel, in `passR` to `passB`. The body's tint is
   * taken once, where the ray enters.
   */
  prepareStraight(cosine: number): void {
    this.#prepareSpecular(Math.max(0.004, cosine), this.#surface.roughness);
    const isExit = (this.#hit.flags & L.F_SOLID) !== 0 && this.#hit.isBack;
    const through = isExit
      ? 1 - this.#surface.hidden
      : (1 - this.#surface.metalness) * this.#surface.transmission;
    this.passR =
      Math.max(
        0,
        1 - (this.#f0R * this.#microfacet.tableA + this.#f90R * this.#microfacet.tableB) * this.#gainR,
      ) *
      through *
      (isExit ? 1 : this.#surface.baseR);
    this.passG =
      Math.max(
        0,
        1 - (this.#f0G * this.#microfacet.tableA + this.#f90G * this.#microfacet.tableB) * this.#gainG,
      ) *
      through *
      (isExit ? 1 : this.#surface.baseG);
    this.passB =
      Math.max(
        0,
        1 - (this.#f0B * this.#microfacet.tableA + this.#f90B * this.#microfacet.tableB) * this.#gainB,
      ) *
      through *
      (isExit ? 1 : this.#surface.baseB);
  }

  /** Prepares the shaded surface for a ray that arrives along d. */
  prepare(dx: number, dy: number, dz: number): void {
    this.#frames.makeFrames();
    this.vX = -(dx * this.#frames.tX + dy * this.#frames.tY + dz * this.#frames.tZ);
    this.vY = -(dx * this.#frames.bX + dy * this.#frames.bY + dz * this.#frames.bZ);
    this.vZ = Math.max(0.004, -(dx * this.#hit.nX + dy * this.#hit.nY + dz * this.#hit.nZ));
    const { anisotropy } = this.#surface;
    this.alphaY = this.#surface.roughness * this.#surface.roughness;
    this.#isStretched = anisotropy > 0;
    this.alphaX = this.#isStretched ? this.alphaY + (1 - this.alphaY) * anisotropy * anisotropy : this.alphaY;
    let coatReflects: number = 0;
    if (this.#surface.coat > 0) {
      this.cvX = -(dx * this.#frames.ctX + dy * this.#frames.ctY + dz * this.#frames.ctZ);
      this.cvY = -(dx * this.#frames.cbX + dy * this.#frames.cbY + dz * this.#frames.cbZ);
      this.cvZ = Math.max(0.004, -(dx * this.#hit.cX + dy * this.#hit.cY + dz * this.#hit.cZ));
      this.coatAlpha = this.#surface.coatRoughness * this.#surface.coatRoughness;
      this.#coatViewLambda = this.#microfacet.lambda(this.cvZ, this.coatAlpha);
      this.#microfacet.lookUpEnergy(this.cvZ, this.#surface.coatRoughness);
      coatReflects = this.#surface.coat * (0.04 * this.#microfacet.tableA + this.#microfacet.tableB);
    }
    this.#underCoat = 1 - coatReflects;
    this.#hasSheen = this.#surface.sheenR + this.#surface.sheenG + this.#surface.sheenB > 0;
    this.#base = 1;
    let sheenAlbedo = 0;
    if (this.#hasSheen) {
      sheenAlbedo = this.#microfacet.lookUpSheen(this.vZ, this.#surface.sheenRoughness);
      this.#base =
        1 -
        Math.max(this.#surface.sheenR, Math.max(this.#surface.sheenG, this.#surface.sheenB)) * sheenAlbedo;
      this.#invSheenAlpha = 1 / (this.#surface.sheenRoughness * this.#surface.sheenRoughness);
    }
    this.#prepareSpecular(this.vZ, this.#isStretched ? this.#roundRoughness() : this.#surface.roughness);
    this.#viewLambda = this.#isStretched
      ? this.#microfacet.lambdaAlong(this.vX, this.vY, this.vZ, this.alphaX, this.alphaY)
      : this.#microfacet.lambda(this.vZ, this.alphaY);
    const eR = (this.#f0R * this.#microfacet.tableA + this.#f90R * this.#microfacet.tableB) * this.#gainR,
      eG = (this.#f0G * this.#microfacet.tableA + this.#f90G * this.#microfacet.tableB) * this.#gainG,
      eB = (this.#f0B * this.#microfacet.tableA + this.#f90B * this.#microfacet.tableB) * this.#gainB;
    const isExit = (this.#hit.flags & L.F_SOLID) !== 0 && this.#hit.isBack;
    const through = isExit
      ? 1 - this.#surface.hidden
      : (1 - this.#surface.metalness) * this.#surface.transmission;
    const open =
      (1 - this.#surface.metalness) * (isExit ? this.#surface.hidden : 1 - this.#surface.transmission);
    const leftR = Math.max(0, 1 - eR),
      leftG = Math.max(0, 1 - eG),
      leftB = Math.max(0, 1 - eB);
    this.#diffuse.prepareDiffuse(this.vZ, leftR, leftG, leftB, open);
    const { diffR, diffG, diffB, transR, transG, transB } = this.#diffuse;
    const under = this.#underCoat * this.#base;
    this.passR = under * leftR * through * (isExit ? 1 : this.#surface.baseR);
    this.passG = under * leftG * through * (isExit ? 1 : this.#surface.baseG);
    this.passB = under * leftB * through * (isExit ? 1 : this.#surface.baseB);
    const sheen = sheenAlbedo * this.#underCoat;
    this.whiteR = (eR + diffR + transR) * under + this.#surface.sheenR * sheen + coatReflects;
    this.whiteG = (eG + diffG + transG) * under + this.#surface.sheenG * sheen + coatReflects;
    this.whiteB = (eB + diffB + transB) * under + this.#surface.sheenB * sheen + coatReflects;
    const forSpecular = (eR + eG + eB) * under;
    const forDiffuse =
      (diffR + diffG + diffB) * under +
      (this.#surface.sheenR + this.#surface.sheenG + this.#surface.sheenB) * sheen;
    const forCoat = coatReflects * 3;
    const forPass = this.passR + this.passG + this.passB;
    const forTrans = (transR + transG + transB) * under;
    const k = 1 / (forSpecular + forDiffuse + forCoat + forPass + forTrans + 1e-9);
    this.specularShare = forSpecular * k;
    this.coatShare = forCoat * k;
    this.passShare = forPass * k;
    this.transShare = forTrans * k;
    this.diffuseShare = Math.max(
      0,
      1 - this.specularShare - this.coatShare - this.passShare - this.transShare,
    );
  }

  /** As {@link evaluate} for light that comes from one point: no lobe is narrower than {@link LEAST_ALPHA}. */
  evaluateForPoint(lx: number, ly: number, lz: number): void {
    const { alphaX, alphaY, coatAlpha } = this;
    const [viewLambda, coatViewLambda] = [this.#viewLambda, this.#coatViewLambda];
    this.alphaX = Math.max(LEAST_ALPHA, alphaX);
    this.alphaY = Math.max(LEAST_ALPHA, alphaY);
    this.coatAlpha = Math.max(LEAST_ALPHA, coatAlpha);
    this.#viewLambda = this.#isStretched
      ? this.#microfacet.lambdaAlong(this.vX, this.vY, this.vZ, this.alphaX, this.alphaY)
      : this.#microfacet.lambda(this.vZ, this.alphaY);
    if (this.coatShare > 0) this.#coatViewLambda = this.#microfacet.lambda(this.cvZ, this.coatAlpha);
    this.evaluate(lx, ly, lz);
    Object.assign(this, { alphaX, alphaY, coatAlpha });
    this.#viewLambda = viewLambda;
    this.#coatViewLambda = coatViewLambda;
  }

  /** All lobes towards a unit direction: reflection above the surface, diffuse transmission below it. */
  evaluate(lx: number, ly: number, lz: number): void {
    this.valR = 0;
    this.valG = 0;
    this.valB = 0;
    this.density = 0;
    const z = lx * this.#hit.nX + ly * this.#hit.nY + lz * this.#hit.nZ;
    const diffuse = this.#diffuse;
    if (diffuse.isTranslucent && diffuse.sideOf(lx, ly, lz) < 0) {
      const cosine = -z * INV_PI,
        k = this.#underCoat * this.#base * cosine;
      this.valR = diffuse.transR * k;
      this.valG = diffuse.transG * k;
      this.valB = diffuse.transB * k;
      this.density = this.transShare * cosine;
      return;
    }
    if (z > 1e-5) {
      const x = lx * this.#frames.tX + ly * this.#frames.tY + lz * this.#frames.tZ,
        y = lx * this.#frames.bX + ly * this.#frames.bY + lz * this.#frames.bZ;
      let hx = this.vX + x,
        hy = this.vY + y,
        hz = this.vZ + z;
      const il = 1 / Math.sqrt(hx * hx + hy * hy + hz * hz);
      hz *= il;
      const vh = Math.min(1, (this.vX * hx + this.vY * hy) * il + this.vZ * hz);
      diffuse.evaluateDiffuse(this.vX * x + this.vY * y + this.vZ * z, this.vZ, z);
      const facets = this.#isStretched
        ? this.#microfacet.distributionAlong(hx * il, hy * il, hz, this.alphaX, this.alphaY)
        : this.#microfacet.distribution(hz, this.alphaY);
      const d = facets * (0.25 / this.vZ);
      const hidden = this.#isStretched
        ? this.#microfacet.lambdaAlong(x, y, z, this.alphaX, this.alphaY)
        : this.#microfacet.lambda(z, this.alphaY);
      const s = d / (1 + this.#viewLambda + hidden);
      const f = 1 - vh,
        f2 = f * f,
        fc = f2 * f2 * f;
      const cosine = z * INV_PI;
      const under = this.#underCoat * this.#base;
      this.valR = under * (s * (this.#f0R + (this.#f90R - this.#f0R) * fc) * this.#gainR + diffuse.lobeR);
      this.valG = under * (s * (this.#f0G + (this.#f90G - this.#f0G) * fc) * this.#gainG + diffuse.lobeG);
      this.valB = under * (s * (this.#f0B + (this.#f90B - this.#f0B) * fc) * this.#gainB + diffuse.lobeB);
      this.density = (this.specularShare * d) / (1 + this.#viewLambda) + this.diffuseShare * cosine;
      if (this.#hasSheen) {
        // Charlie this.#microfacet.distribution with Neubelt visibility; 1/128 bounds the logarithm as three.js does.
        const sin2 = Math.max(0.0078125, 1 - hz * hz);
        const c =
          (this.#underCoat *
            (2 + this.#invSheenAlpha) *
            exp2(log2(sin2) * this.#invSheenAlpha * 0.5) *
            (0.5 * INV_PI) *
            z) /
          (4 * (z + this.vZ - z * this.vZ));
        this.valR += c * this.#surface.sheenR;
        this.valG += c * this.#surface.sheenG;
        this.valB += c * this.#surface.sheenB;
      }
    }
    if (this.coatShare > 0) {
      const cz = lx * this.#hit.cX + ly * this.#hit.cY + lz * this.#hit.cZ;
      if (cz > 1e-5) {
        const cx = lx * this.#frames.ctX + ly * this.#frames.ctY + lz * this.#frames.ctZ,
          cy = lx * this.#frames.cbX + ly * this.#frames.cbY + lz * this.#frames.cbZ;
        const hx = this.cvX + cx,
          hy = this.cvY + cy,
          hz = this.cvZ + cz;
        const il = 1 / Math.sqrt(hx * hx + hy * hy + hz * hz);
        const vh = Math.min(1, (this.cvX * hx + this.cvY * hy + this.cvZ * hz) * il);
        const d = this.#microfacet.distribution(hz * il, this.coatAlpha) * (0.25 / this.cvZ);
        const f = 1 - vh,
          f2 = f * f;
        const c =
          (this.#surface.coat * (0.04 + 0.96 * f2 * f2 * f) * d) /
          (1 + this.#coatViewLambda + this.#microfacet.lambda(cz, this.coatAlpha));
        this.valR += c;
        this.valG += c;
        this.valB += c;
        this.density += (this.coatShare * d) / (1 + this.#coatViewLambda);
      }
    }
  }
}
