import {
  LABEL_FOIL_ROUGHNESS,
  LABEL_GLOSS_ROUGHNESS,
  LABEL_MATT_ROUGHNESS,
} from '../../../src/contract/scene/label.ts';
import * as L from '../../../src/tracer/kernel/layout.ts';
import type { Block } from './block.ts';
import type { Hit } from './hit.ts';
import type { Labels } from './labels.ts';
import type { Textures } from './textures.ts';
import type { Triplanar } from './triplanar.ts';

export class Surface {
  /** Material values at the hit. */
  baseR = 0;
  baseG = 0;
  baseB = 0;
  emitR = 0;
  emitG = 0;
  emitB = 0;
  metalness = 0;
  roughness = 0;
  occlusion = 1;
  specular = 0;
  f0R = 0;
  f0G = 0;
  f0B = 0;
  coat = 0;
  coatRoughness = 0;
  sheenR = 0;
  sheenG = 0;
  sheenB = 0;
  sheenRoughness = 0;
  transmission = 0;
  /** Strength of the stretched highlight; its direction is the hit's. */
  anisotropy = 0;
  /** Share, index and thickness in nm of a thin film on top. */
  iridescence = 0;
  filmIndex = 1;
  filmThickness = 0;
  /** Share and colour of diffuse light that comes out on the other side. */
  diffuseTransmission = 0;
  throughR = 0;
  throughG = 0;
  throughB = 0;
  diffuseRoughness = 0;
  /** Share of the surface that labels hide. */
  hidden = 0;
  /** Share of the surface that is not under the varnish of a label. */
  #bare = 1;
  readonly #hit: Hit;
  readonly #block: Block;
  readonly #textures: Textures;
  readonly #triplanar: Triplanar;
  readonly #labels: Labels;

  constructor(hit: Hit, block: Block, textures: Textures, triplanar: Triplanar, labels: Labels) {
    this.#hit = hit;
    this.#block = block;
    this.#textures = textures;
    this.#triplanar = triplanar;
    this.#labels = labels;
  }

  /** Share of the located surface that is there, 0 to 1: the cut-out or the blended alpha. */
  coverage(): number {
    let alpha = this.#hit.f(this.#hit.material, L.M_ALPHA);
    if (this.#hit.readSlot(L.S_BASE)) alpha *= this.#textures.texA;
    if (this.#block.colours !== 0) alpha *= this.#hit.blend(this.#block.colours, 16, 12);
    if (this.#hit.flags & L.F_MASK) return alpha >= this.#hit.f(this.#hit.material, L.M_CUTOFF) ? 1 : 0;
    alpha = Math.min(1, Math.max(0, alpha));
    return this.#isLabelled ? alpha + (1 - alpha) * this.#hideByLabels() : alpha;
  }

  /** Whether parts of the located surface may not be there. */
  isHoley(): boolean {
    return (this.#hit.flags & (L.F_MASK | L.F_BLEND)) !== 0;
  }

  /** Own light of the located surface. */
  readGlow(): void {
    this.emitR = this.#hit.f(this.#hit.material, L.M_EMISSIVE);
    this.emitG = this.#hit.f(this.#hit.material, L.M_EMISSIVE + 4);
    this.emitB = this.#hit.f(this.#hit.material, L.M_EMISSIVE + 8);
    if (this.emitR + this.emitG + this.emitB > 0 && this.#hit.readSlot(L.S_EMISSIVE)) {
      this.emitR *= this.#textures.texR;
      this.emitG *= this.#textures.texG;
      this.emitB *= this.#textures.texB;
    }
  }

  /** Base colour of the located surface. */
  #readBase(): void {
    this.baseR = this.#hit.f(this.#hit.material, L.M_BASE);
    this.baseG = this.#hit.f(this.#hit.material, L.M_BASE + 4);
    this.baseB = this.#hit.f(this.#hit.material, L.M_BASE + 8);
    if (this.#hit.readSlot(L.S_BASE)) {
      this.baseR *= this.#textures.texR;
      this.baseG *= this.#textures.texG;
      this.baseB *= this.#textures.texB;
    }
    if (this.#block.colours !== 0) {
      this.baseR *= this.#hit.blend(this.#block.colours, 16, 0);
      this.baseG *= this.#hit.blend(this.#block.colours, 16, 4);
      this.baseB *= this.#hit.blend(this.#block.colours, 16, 8);
    }
  }

  /** What glass needs for straight light: base colour, transmission by its map, cosine to the interpolated normal. */
  readGlass(dx: number, dy: number, dz: number): number {
    this.#readBase();
    this.transmission = this.#hit.f(this.#hit.material, L.M_TRANSMISSION);
    if (this.#hit.readSlot(L.S_TRANSMISSION)) this.transmission *= this.#textures.texR;
    this.#readMetalRough();
    this.#readReflectance();
    this.#readFilm();
    this.#hit.interpolateNormal();
    this.hidden = 0;
    if (this.#isLabelled) this.#layLabels();
    return Math.abs(this.#hit.iX * dx + this.#hit.iY * dy + this.#hit.iZ * dz);
  }

  /** Metalness and roughness by their map, whose channels multiply them. */
  #readMetalRough(): void {
    this.metalness = this.#hit.f(this.#hit.material, L.M_METALNESS);
    this.roughness = this.#hit.f(this.#hit.material, L.M_ROUGHNESS);
    if (this.#hit.readSlot(L.S_METAL_ROUGH)) {
      this.roughness *= this.#textures.texG;
      this.metalness *= this.#textures.texB;
    }
    this.roughness = Math.max(0.03, Math.min(1, this.roughness));
  }

  /** Dielectric reflectance at normal incidence (KHR_materials_ior, _specular). */
  #readReflectance(): void {
    this.specular = this.#hit.f(this.#hit.material, L.M_SPECULAR);
    if (this.#hit.readSlot(L.S_SPECULAR)) this.specular *= this.#textures.texA;
    const f0 = this.#hit.f(this.#hit.material, L.M_F0);
    let r = this.#hit.f(this.#hit.material, L.M_SPECULAR_COLOUR),
      g = this.#hit.f(this.#hit.material, L.M_SPECULAR_COLOUR + 4),
      b = this.#hit.f(this.#hit.material, L.M_SPECULAR_COLOUR + 8);
    if (this.#hit.readSlot(L.S_SPECULAR_COLOUR)) {
      r *= this.#textures.texR;
      g *= this.#textures.texG;
      b *= this.#textures.texB;
    }
    this.f0R = Math.min(1, f0 * r) * this.specular;
    this.f0G = Math.min(1, f0 * g) * this.specular;
    this.f0B = Math.min(1, f0 * b) * this.specular;
  }

  /** A thin film by its maps (KHR_materials_iridescence). */
  #readFilm(): void {
    const of = (bytes: number) => this.#hit.f(this.#hit.material, L.M_IRIDESCENCE + bytes);
    this.iridescence = of(0);
    if (this.iridescence <= 0) return;
    if (this.#hit.readSlot(L.S_IRIDESCENCE)) this.iridescence *= this.#textures.texR;
    this.filmIndex = of(4);
    const [least, most] = [of(8), of(12)];
    this.filmThickness = this.#hit.readSlot(L.S_IRIDESCENCE_THICKNESS)
      ? least + (most - least) * this.#textures.texG
      : most;
  }

  /** Strength and direction of a stretched highlight by its map (KHR_materials_anisotropy). */
  #readAnisotropy(): void {
    this.anisotropy = 0;
    if (!(this.#hit.flags & L.F_ANISOTROPIC)) return;
    const of = (bytes: number) => this.#hit.f(this.#hit.material, L.M_ANISOTROPY + bytes);
    this.anisotropy = of(0);
    let [x, y] = [of(4), of(8)];
    if (this.#hit.readSlot(L.S_ANISOTROPY)) {
      const u = this.#textures.texR * 2 - 1,
        v = this.#textures.texG * 2 - 1;
      [x, y] = [u * x - v * y, u * y + v * x];
      this.anisotropy *= this.#textures.texB;
    }
    this.#hit.stretch(x, y);
  }

  /** The diffuse lobes by their maps (KHR_materials_diffuse_transmission, KHR_materials_diffuse_roughness). */
  #readDiffuse(): void {
    const of = (bytes: number) => this.#hit.f(this.#hit.material, L.M_DIFFUSE_TRANSMISSION + bytes);
    this.diffuseRoughness = this.#hit.f(this.#hit.material, L.M_DIFFUSE_ROUGHNESS);
    if (this.diffuseRoughness > 0 && this.#hit.readSlot(L.S_DIFFUSE_ROUGHNESS))
      this.diffuseRoughness *= this.#textures.texR;
    this.diffuseTransmission = of(0);
    if (this.diffuseTransmission <= 0) return;
    if (this.#hit.readSlot(L.S_DIFFUSE_TRANSMISSION)) this.diffuseTransmission *= this.#textures.texA;
    this.throughR = of(4);
    this.throughG = of(8);
    this.throughB = of(12);
    if (!this.#hit.readSlot(L.S_DIFFUSE_TRANSMISSION_COLOUR)) return;
    this.throughR *= this.#textures.texR;
    this.throughG *= this.#textures.texG;
    this.throughB *= this.#textures.texB;
  }

  /** Everything about the located surface that the BSDF needs. */
  shade(dx: number, dy: number, dz: number): void {
    this.#hit.interpolateNormal();
    this.#readBase();
    this.readGlow();
    this.#readMetalRough();
    this.occlusion = this.#hit.readSlot(L.S_OCCLUSION)
      ? 1 + 0.5 * this.#hit.f(this.#hit.material, L.M_OCCLUSION) * (this.#textures.texR - 1)
      : 1;
    this.#readReflectance();
    this.#readFilm();
    this.#readDiffuse();
    this.transmission = this.#hit.f(this.#hit.material, L.M_TRANSMISSION);
    if (this.transmission > 0 && this.#hit.readSlot(L.S_TRANSMISSION))
      this.transmission *= this.#textures.texR;
    this.sheenR = this.#hit.f(this.#hit.material, L.M_SHEEN_COLOUR);
    this.sheenG = this.#hit.f(this.#hit.material, L.M_SHEEN_COLOUR + 4);
    this.sheenB = this.#hit.f(this.#hit.material, L.M_SHEEN_COLOUR + 8);
    if (this.sheenR + this.sheenG + this.sheenB > 0) {
      if (this.#hit.readSlot(L.S_SHEEN_COLOUR)) {
        this.sheenR *= this.#textures.texR;
        this.sheenG *= this.#textures.texG;
        this.sheenB *= this.#textures.texB;
      }
      this.sheenRoughness = this.#hit.f(this.#hit.material, L.M_SHEEN_ROUGHNESS);
      if (this.#hit.readSlot(L.S_SHEEN_ROUGHNESS)) this.sheenRoughness *= this.#textures.texA;
      this.sheenRoughness = Math.max(0.07, Math.min(1, this.sheenRoughness));
    }
    this.coat = this.#hit.f(this.#hit.material, L.M_CLEARCOAT);
    if (this.#isLabelled && this.coat <= 0) {
      this.#hit.setNormal(this.#hit.iX, this.#hit.iY, this.#hit.iZ);
      this.#hit.face(dx, dy, dz);
      this.#hit.keepCoatNormal();
    }
    if (this.coat > 0) {
      if (this.#hit.readSlot(L.S_CLEARCOAT)) this.coat *= this.#textures.texR;
      this.coatRoughness = this.#hit.f(this.#hit.material, L.M_CLEARCOAT_ROUGHNESS);
      if (this.#hit.readSlot(L.S_CLEARCOAT_ROUGHNESS)) this.coatRoughness *= this.#textures.texG;
      this.coatRoughness = Math.max(0.03, Math.min(1, this.coatRoughness));
      if (this.#hit.readSlot(L.S_CLEARCOAT_NORMAL))
        this.#hit.bend(this.#hit.f(this.#hit.material, L.M_CLEARCOAT_NORMAL_SCALE));
      else this.#hit.setNormal(this.#hit.iX, this.#hit.iY, this.#hit.iZ);
      this.#hit.face(dx, dy, dz);
      this.#hit.keepCoatNormal();
    }
    if (this.#block.i32[(this.#hit.material + L.M_TRIPLANAR_TEXTURE) >> 2]! >= 0) {
      this.#triplanar.projectTriplanar(
        this.#hit.material,
        this.#hit.pX,
        this.#hit.pY,
        this.#hit.pZ,
        this.#hit.iX,
        this.#hit.iY,
        this.#hit.iZ,
      );
      this.baseR *= this.#triplanar.triR;
      this.baseG *= this.#triplanar.triG;
      this.baseB *= this.#triplanar.triB;
      if (this.#block.i32[(this.#hit.material + L.M_TRIPLANAR_ROUGHNESS) >> 2]! >= 0) {
        const rough = this.#hit.f(this.#hit.material, L.M_ROUGHNESS) * this.#triplanar.triRough;
        this.roughness = Math.max(0.03, Math.min(1, rough));
      }
      this.#hit.setNormal(this.#triplanar.triNX, this.#triplanar.triNY, this.#triplanar.triNZ);
    } else if (this.#hit.readSlot(L.S_NORMAL))
      this.#hit.bend(this.#hit.f(this.#hit.material, L.M_NORMAL_SCALE));
    else this.#hit.setNormal(this.#hit.iX, this.#hit.iY, this.#hit.iZ);
    this.#hit.face(dx, dy, dz);
    this.#readAnisotropy();
    this.hidden = 0;
    if (this.#isLabelled) this.#layLabels();
  }

  get #isLabelled(): boolean {
    return this.#hit.flags >>> L.F_LABELS_SHIFT !== 0;
  }

  /** Share of the located surface that labels hide, without anything else of them. */
  #hideByLabels(): number {
    const labels = this.#labels;
    this.#hit.interpolateNormal();
    labels.enterLabels();
    this.hidden = 0;
    for (let mask = this.#hit.flags >>> L.F_LABELS_SHIFT, i = 0; mask !== 0; mask >>>= 1, i++) {
      if (mask & 1 && labels.readLabel(i) && labels.hides)
        this.hidden = this.hidden * (1 - labels.cover) + labels.cover;
    }
    return this.hidden;
  }

  /** Lays the labels over what the located surface is made of, each over those before it. */
  #layLabels(): void {
    this.#labels.enterLabels();
    this.hidden = 0;
    this.#bare = 1;
    for (let mask = this.#hit.flags >>> L.F_LABELS_SHIFT, i = 0; mask !== 0; mask >>>= 1, i++) {
      if (mask & 1 && this.#labels.readLabel(i)) this.#layLabel();
    }
    this.specular *= this.#bare;
    this.f0R *= this.#bare;
    this.f0G *= this.#bare;
    this.f0B *= this.#bare;
  }

  #layLabel(): void {
    const { cover: share, finish, hides } = this.#labels;
    const { texR, texG, texB } = this.#textures;
    const rest = 1 - share;
    if (hides) {
      this.baseR = this.baseR * rest + texR * share;
      this.baseG = this.baseG * rest + texG * share;
      this.baseB = this.baseB * rest + texB * share;
      this.metalness = this.metalness * rest + (finish === L.FINISH_FOIL ? share : 0);
      this.#bare = this.#bare * rest + (finish === L.FINISH_GLOSS ? 0 : share);
      this.hidden = this.hidden * rest + share;
      this.transmission *= rest;
      this.diffuseTransmission *= rest;
      this.sheenR *= rest;
      this.sheenG *= rest;
      this.sheenB *= rest;
      this.iridescence *= rest;
      this.anisotropy *= rest;
    } else {
      this.baseR *= rest + texR * share;
      this.baseG *= rest + texG * share;
      this.baseB *= rest + texB * share;
    }
    if (finish === L.FINISH_GLOSS) {
      this.coatRoughness =
        this.coat > 0 ? this.coatRoughness * rest + LABEL_GLOSS_ROUGHNESS * share : LABEL_GLOSS_ROUGHNESS;
      this.coat = this.coat * rest + share;
    } else if (finish === L.FINISH_MATT || finish === L.FINISH_FOIL) {
      const roughness = finish === L.FINISH_MATT ? LABEL_MATT_ROUGHNESS : LABEL_FOIL_ROUGHNESS;
      this.roughness = this.roughness * rest + roughness * share;
      this.coat *= rest;
    }
  }

  /** Makes the floor the surface: a diffuse plane facing up. */
  shadeFloor(x: number, y: number, z: number, r: number, g: number, b: number): void {
    this.#hit.locateFloor(x, y, z);
    this.baseR = r;
    this.baseG = g;
    this.baseB = b;
    this.emitR = 0;
    this.emitG = 0;
    this.emitB = 0;
    this.metalness = 0;
    this.roughness = 1;
    this.occlusion = 1;
    this.specular = 0;
    this.f0R = 0;
    this.f0G = 0;
    this.f0B = 0;
    this.coat = 0;
    this.sheenR = 0;
    this.sheenG = 0;
    this.sheenB = 0;
    this.transmission = 0;
    this.anisotropy = 0;
    this.iridescence = 0;
    this.diffuseTransmission = 0;
    this.diffuseRoughness = 0;
    this.hidden = 0;
  }
}
