import * as L from '../kernel/layout.ts';
import type { Block } from './block.ts';
import type { Bsdf } from './bsdf.ts';
import type { Hit } from './hit.ts';
import type { Random } from './random.ts';
import type { Shadow } from './shadow.ts';
import type { SkyLight } from './sky.ts';
import type { Surface } from './surface.ts';
import type { Traversal } from './traverse.ts';

/** Surfaces a path may meet, whether they scatter or let it pass. */
const MAX_EVENTS = 32;
/** A path that leaves within 8 degrees of where it came from shows the plate behind, beyond 30 degrees the sky. */
const STRAIGHT = 0.99;
const BENT = 0.87;

export class Path {
  /** Radiance along the last path. */
  sumR = 0;
  sumG = 0;
  sumB = 0;
  /** Share of what lies behind that shows, and whether that is the floor, where, and along which direction. */
  through = 0;
  isFloorBehind = false;
  floorX = 0;
  floorZ = 0;
  floorDX = 0;
  floorDY = 0;
  floorDZ = 0;
  /** First surface on the path: albedo and shading normal. */
  hasFirst = false;
  firstR = 0;
  firstG = 0;
  firstB = 0;
  firstX = 0;
  firstY = 0;
  firstZ = 0;

  #bounces = 0;
  readonly #bsdf: Bsdf;
  readonly #random: Random;
  readonly #block: Block;
  readonly #shadow: Shadow;
  readonly #sky: SkyLight;
  readonly #hit: Hit;
  readonly #surface: Surface;
  readonly #traversal: Traversal;

  constructor(
    bsdf: Bsdf,
    random: Random,
    block: Block,
    shadow: Shadow,
    sky: SkyLight,
    hit: Hit,
    surface: Surface,
    traversal: Traversal,
  ) {
    this.#bsdf = bsdf;
    this.#random = random;
    this.#block = block;
    this.#shadow = shadow;
    this.#sky = sky;
    this.#hit = hit;
    this.#surface = surface;
    this.#traversal = traversal;
  }

  /** Adds light; what arrives after the second scattering is clamped. */
  #addLight(r: number, g: number, b: number, isIndirect: boolean): void {
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

  /**
   * Follows one path and leaves its light in `sumR` to `sumB`.
   *
   * A path from the camera is *sharp* until it scatters: glass refracts it, single-sided back faces do not exist, and
   * what it sees behind is given back in `through`. After that, and for light that comes up from the floor, glass lets
   * rays through in a straight line, exactly as shadow rays do, so both ways of finding the sky agree.
   */
  tracePath(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, isSharp: boolean): void {
    this.sumR = 0;
    this.sumG = 0;
    this.sumB = 0;
    this.through = 0;
    this.isFloorBehind = false;
    this.hasFirst = false;
    this.#bounces = 0;
    const wasSharp = isSharp;
    const startX = dx,
      startY = dy,
      startZ = dz;
    let tR: number = 1,
      tG: number = 1,
      tB: number = 1;
    // 0: the direction had no other way to be found; -1: the sky is counted elsewhere.
    let lastDensity: number = isSharp ? 0 : -1;
    let medium: number = 0;
    for (let event = 0; event < MAX_EVENTS; event++) {
      const hit = this.#shadow.cast(ox, oy, oz, dx, dy, dz);
      const isFloor =
        this.#block.hasFloor &&
        dy < 0 &&
        oy > this.#block.floorY &&
        (this.#block.floorY - oy) / dy < this.#traversal.hitT;
      if (isFloor || hit < 0) {
        // 1. Nothing of the product any more: what is behind shows this.through.
        if (lastDensity <= 0 && this.#bounces === 0) {
          const straight = wasSharp
            ? Math.min(1, Math.max(0, (dx * startX + dy * startY + dz * startZ - BENT) / (STRAIGHT - BENT)))
            : 1;
          this.through = straight * Math.min(1, Math.min(tR, Math.min(tG, tB)));
          if (!wasSharp) return;
          tR = Math.max(0, tR - this.through);
          tG = Math.max(0, tG - this.through);
          tB = Math.max(0, tB - this.through);
          if (isFloor) {
            const t = (this.#block.floorY - oy) / dy;
            this.isFloorBehind = true;
            this.floorX = ox + dx * t;
            this.floorZ = oz + dz * t;
            this.floorDX = dx;
            this.floorDY = dy;
            this.floorDZ = dz;
          }
          if (Math.max(tR, Math.max(tG, tB)) < 1e-4) return;
        }
        if (!isFloor) {
          this.#sky.lookUpSky(dx, dy, dz);
          let w: number = 1;
          if (lastDensity > 0)
            w =
              this.#block.estimator === 0
                ? lastDensity / (lastDensity + this.#sky.skyDensity)
                : this.#block.estimator === 2
                  ? 1
                  : 0;
          this.#addLight(
            tR * this.#sky.skyR * w,
            tG * this.#sky.skyG * w,
            tB * this.#sky.skyB * w,
            this.#bounces > 1,
          );
          return;
        }
        const t = (this.#block.floorY - oy) / dy;
        this.#surface.shadeFloor(
          ox + dx * t,
          this.#block.floorY,
          oz + dz * t,
          this.#block.double(L.D_FLOOR_COLOUR),
          this.#block.double(L.D_FLOOR_COLOUR + 1),
          this.#block.double(L.D_FLOOR_COLOUR + 2),
        );
        medium = 0;
      } else {
        this.#hit.locate(dx, dy, dz);
        if (medium !== 0) {
          tR *= this.#shadow.absorbed(medium, 0, this.#traversal.hitT);
          tG *= this.#shadow.absorbed(medium, 1, this.#traversal.hitT);
          tB *= this.#shadow.absorbed(medium, 2, this.#traversal.hitT);
        }
        // 2. Surfaces that are not there for this ray.
        const isCulled = isSharp && this.#hit.isBack && !(this.#hit.flags & (L.F_DOUBLE_SIDED | L.F_SOLID));
        let isGone = isCulled;
        if (!isGone && this.#hit.flags & (L.F_MASK | L.F_BLEND)) {
          const share = this.#surface.coverage();
          if (share < 1) {
            this.#random.nextPair();
            isGone = this.#random.u1 >= share;
          }
        }
        if (isGone) {
          ox = this.#hit.pX - this.#hit.gX * this.#block.offset;
          oy = this.#hit.pY - this.#hit.gY * this.#block.offset;
          oz = this.#hit.pZ - this.#hit.gZ * this.#block.offset;
          continue;
        }
        this.#surface.shade(dx, dy, dz);
        if (event === 0 || !this.hasFirst) this.#noteFirst();
        if (this.#hit.flags & L.F_UNLIT) {
          const white = this.#block.double(L.D_WHITE);
          this.#addLight(
            tR * this.#surface.baseR * white,
            tG * this.#surface.baseG * white,
            tB * this.#surface.baseB * white,
            this.#bounces > 1,
          );
          return;
        }
        if (this.#surface.emitR + this.#surface.emitG + this.#surface.emitB > 0)
          this.#addLight(
            tR * this.#surface.emitR,
            tG * this.#surface.emitG,
            tB * this.#surface.emitB,
            this.#bounces > 1,
          );
      }
      this.#bsdf.prepare(dx, dy, dz);
      const aboveX = this.#hit.pX + this.#hit.gX * this.#block.offset,
        aboveY = this.#hit.pY + this.#hit.gY * this.#block.offset,
        aboveZ = this.#hit.pZ + this.#hit.gZ * this.#block.offset;
      const belowX = this.#hit.pX - this.#hit.gX * this.#block.offset,
        belowY = this.#hit.pY - this.#hit.gY * this.#block.offset,
        belowZ = this.#hit.pZ - this.#hit.gZ * this.#block.offset;
      const gX = this.#hit.gX,
        gY = this.#hit.gY,
        gZ = this.#hit.gZ;
      const flags = this.#hit.flags,
        material = this.#hit.material,
        isBack = this.#hit.isBack;
      // 3. The inner face of a solid, seen sharply: all or nothing, no shadow ray.
      if (isSharp && isBack && flags & L.F_SOLID) {
        this.#random.nextPair();
        const choice = this.#random.u1;
        this.#random.nextPair();
        const isOut = this.#bsdf.sampleExit(this.#block.f32[(material + L.M_IOR) >> 2]!, choice);
        dx = this.#bsdf.outX;
        dy = this.#bsdf.outY;
        dz = this.#bsdf.outZ;
        ox = isOut ? belowX : aboveX;
        oy = isOut ? belowY : aboveY;
        oz = isOut ? belowZ : aboveZ;
        medium = isOut ? 0 : material;
        continue;
      }
      // 4. Sky light by way of the sky. The shadow ray overwrites the surface, so the value is taken first, and the
      //    BSDF is evaluated for the next direction before it too.
      this.#random.nextPair();
      this.#sky.sampleSky();
      const lx = this.#sky.skyX,
        ly = this.#sky.skyY,
        lz = this.#sky.skyZ;
      let litByR: number = 0,
        litByG: number = 0,
        litByB: number = 0;
      let mayBeLit = false;
      if (
        this.#block.estimator !== 2 &&
        lx * gX + ly * gY + lz * gZ > 0 &&
        !(this.#block.hasFloor && ly < 0 && aboveY > this.#block.floorY)
      ) {
        this.#bsdf.evaluate(lx, ly, lz);
        const most = Math.max(this.#bsdf.valR, Math.max(this.#bsdf.valG, this.#bsdf.valB));
        if (most > 0 && this.#sky.skyDensity > 0) {
          const w =
            this.#block.estimator === 0
              ? 1 / (this.#sky.skyDensity + this.#bsdf.density)
              : 1 / this.#sky.skyDensity;
          litByR = tR * this.#bsdf.valR * this.#sky.skyR * w;
          litByG = tG * this.#bsdf.valG * this.#sky.skyG * w;
          litByB = tB * this.#bsdf.valB * this.#sky.skyB * w;
          mayBeLit = Math.max(litByR, Math.max(litByG, litByB)) > 0;
        }
      }
      // 5. The next direction.
      let goesOn = this.#bounces < this.#block.maxBounces;
      let isThrough = false;
      const wasIndirect = this.#bounces > 0;
      const shadowMedium = medium;
      if (goesOn) {
        this.#random.nextPair();
        const choice = this.#random.u1,
          survival = this.#random.u2;
        this.#random.nextPair();
        if (choice < this.#bsdf.passShare) {
          isThrough = true;
          const k = 1 / this.#bsdf.passShare;
          tR *= this.#bsdf.passR * k;
          tG *= this.#bsdf.passG * k;
          tB *= this.#bsdf.passB * k;
          if (isSharp) {
            const ior = this.#block.f32[(material + L.M_IOR) >> 2]!;
            if (flags & L.F_SOLID) this.#bsdf.sampleEntry(ior);
            else this.#bsdf.sampleThinPass(ior);
            dx = this.#bsdf.outX;
            dy = this.#bsdf.outY;
            dz = this.#bsdf.outZ;
          }
          if (flags & L.F_SOLID) medium = isBack ? 0 : material;
        } else {
          this.#bsdf.sampleReflection(choice - this.#bsdf.passShare);
          dx = this.#bsdf.outX;
          dy = this.#bsdf.outY;
          dz = this.#bsdf.outZ;
          goesOn = false;
          if (dx * gX + dy * gY + dz * gZ > 0) {
            this.#bsdf.evaluate(dx, dy, dz);
            if (this.#bsdf.density > 1e-12) {
              const k = 1 / this.#bsdf.density;
              tR *= this.#bsdf.valR * k;
              tG *= this.#bsdf.valG * k;
              tB *= this.#bsdf.valB * k;
              lastDensity = this.#bsdf.density;
              isSharp = false;
              this.#bounces++;
              goesOn = true;
              if (this.#bounces >= 3) {
                const q = Math.min(0.95, Math.max(tR, Math.max(tG, tB)));
                if (survival >= q) goesOn = false;
                else {
                  const iq = 1 / q;
                  tR *= iq;
                  tG *= iq;
                  tB *= iq;
                }
              }
            }
          }
        }
      }
      if (mayBeLit && this.#shadow.isLit(aboveX, aboveY, aboveZ, lx, ly, lz, shadowMedium)) {
        this.#addLight(
          litByR * this.#shadow.litR,
          litByG * this.#shadow.litG,
          litByB * this.#shadow.litB,
          wasIndirect,
        );
      }
      if (!goesOn) return;
      ox = isThrough ? belowX : aboveX;
      oy = isThrough ? belowY : aboveY;
      oz = isThrough ? belowZ : aboveZ;
    }
  }

  #noteFirst(): void {
    this.hasFirst = true;
    const t = this.#surface.transmission;
    this.firstR = this.#surface.baseR + (1 - this.#surface.baseR) * t;
    this.firstG = this.#surface.baseG + (1 - this.#surface.baseG) * t;
    this.firstB = this.#surface.baseB + (1 - this.#surface.baseB) * t;
    this.firstX = this.#hit.nX;
    this.firstY = this.#hit.nY;
    this.firstZ = this.#hit.nZ;
  }
}
