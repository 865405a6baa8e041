import * as L from '../../../src/tracer/kernel/layout.ts';
import type { AreaLights } from './area-lights.ts';
import type { Block } from './block.ts';
import type { Cyclorama } from './cyclorama.ts';
import type { Hit } from './hit.ts';
import type { Random } from './random.ts';
import type { Shadow } from './shadow.ts';
import type { SkyLight } from './sky.ts';
import { FAR } from './traverse.ts';

type Triple = readonly [number, number, number];

const INV_PI = 0.3183098861837907;

/** What the kernel's `cyclorama-light.ts` is compared with. */
export class CycloramaLight {
  /** What {@link change} found: light of patterns, less what the product keeps of all other. */
  changeR = 0;
  changeG = 0;
  changeB = 0;
  /** Where light is looked for, both normals there, and what light counts. */
  #from: Triple = [0, 0, 0];
  #g: Triple = [0, 0, 0];
  #n: Triple = [0, 0, 0];
  #k: Triple = [0, 0, 0];
  readonly #areaLights: AreaLights;
  readonly #block: Block;
  readonly #cyclorama: Cyclorama;
  readonly #hit: Hit;
  readonly #random: Random;
  readonly #shadow: Shadow;
  readonly #sky: SkyLight;

  constructor(
    areaLights: AreaLights,
    block: Block,
    cyclorama: Cyclorama,
    hit: Hit,
    random: Random,
    shadow: Shadow,
    sky: SkyLight,
  ) {
    this.#areaLights = areaLights;
    this.#block = block;
    this.#cyclorama = cyclorama;
    this.#hit = hit;
    this.#random = random;
    this.#shadow = shadow;
    this.#sky = sky;
  }

  /** Notes the place of the cyclorama that was located, and what is thrown back there counts. */
  stand(tR: number, tG: number, tB: number): void {
    const [hit, block] = [this.#hit, this.#block];
    const { offset } = block;
    this.#g = [hit.gX, hit.gY, hit.gZ];
    this.#n = [hit.nX, hit.nY, hit.nZ];
    this.#from = [hit.pX + hit.gX * offset, hit.pY + hit.gY * offset, hit.pZ + hit.gZ * offset];
    this.#k = [
      tR * block.double(L.D_FLOOR_COLOUR) * INV_PI,
      tG * block.double(L.D_FLOOR_COLOUR + 1) * INV_PI,
      tB * block.double(L.D_FLOOR_COLOUR + 2) * INV_PI,
    ];
  }

  /** Looks for what changes the known light of the noted place: by a ray to each light and one to the sky. */
  change(passesBacks: boolean, isIndirect: boolean): void {
    this.changeR = 0;
    this.changeG = 0;
    this.changeB = 0;
    const [lights, sky, [x, y, z]] = [this.#areaLights, this.#sky, this.#from];
    if (this.#block.areaLights !== 0) {
      lights.weighLights(x, y, z, ...this.#g, false);
      for (let i = 0; i < this.#block.areaLightCount; i++) {
        this.#random.nextPair();
        const { u1, u2 } = this.#random;
        const asked = Math.min(1, lights.lightShare(i) * (isIndirect ? 1 : L.ASK_AT));
        if (u1 >= asked || !lights.sampleOneLight(i, x, y, z, u1 / asked, u2, asked)) continue;
        const { areaX, areaY, areaZ, areaReach: reach } = lights;
        const end = [x + areaX * reach, y + areaY * reach, z + areaZ * reach] as const;
        if (lights.isFlagged || !this.#cyclorama.isBeforeWall(...end)) continue;
        const light = [lights.areaR, lights.areaG, lights.areaB] as const;
        this.#look([areaX, areaY, areaZ], reach, light, lights.areaDensity, !lights.hasPattern, passesBacks);
      }
    }
    this.#random.nextPair();
    sky.sampleSky(1);
    const to = [sky.skyX, sky.skyY, sky.skyZ] as const;
    if (!this.#cyclorama.isOpenSky(...to)) return;
    this.#look(to, FAR, [sky.skyR, sky.skyG, sky.skyB], sky.skyDensity, true, passesBacks);
  }

  #look(
    [dx, dy, dz]: Triple,
    reach: number,
    light: Triple,
    density: number,
    isKnown: boolean,
    passesBacks: boolean,
  ): void {
    const [[nX, nY, nZ], [gX, gY, gZ]] = [this.#n, this.#g];
    const cosine = dx * nX + dy * nY + dz * nZ;
    if (density <= 0 || cosine <= 0 || dx * gX + dy * gY + dz * gZ <= 0) return;
    const shadow = this.#shadow;
    const arrives = shadow.isLit(...this.#from, dx, dy, dz, 0, passesBacks, reach, false);
    const known = isKnown ? 1 : 0;
    const k = cosine / density;
    this.changeR += this.#k[0] * light[0] * k * ((arrives ? shadow.litR : 0) - known);
    this.changeG += this.#k[1] * light[1] * k * ((arrives ? shadow.litG : 0) - known);
    this.changeB += this.#k[2] * light[2] * k * ((arrives ? shadow.litB : 0) - known);
  }
}
