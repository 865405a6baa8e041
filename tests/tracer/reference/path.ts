import * as L from '../../../src/tracer/kernel/layout.ts';
import type { AreaLights } from './area-lights.ts';
import type { Block } from './block.ts';
import type { Bsdf } from './bsdf.ts';
import type { Cyclorama } from './cyclorama.ts';
import type { Diffuse } from './diffuse.ts';
import type { FirstSurface } from './first.ts';
import type { Hit } from './hit.ts';
import type { Lamps } from './lamps.ts';
import type { Light } from './light.ts';
import type { Random } from './random.ts';
import type { Scatter } from './scatter.ts';
import type { Shadow } from './shadow.ts';
import type { Surface } from './surface.ts';
import type { Traversal } from './traverse.ts';

/** Surfaces a path may meet, whether they scatter or let it pass. */
const MAX_EVENTS = 32;
/** A path that leaves within 8 degrees of where it came from shows the plate behind, beyond 30 degrees the sky. */
const STRAIGHT = 0.99;
const BENT = 0.87;
/** A sample of a pixel stands for half of its width: the others next to it share out the rest. */
const PIXEL_SHARE = 0.5;
/** Growth of rays off the floor, and of scattered ones over the root of the density with which they were picked. */
const FLOOR_SPREAD = 0.1;
const SCATTER_SPREAD = 0.15;

export class Path {
  /** Share of what lies behind that shows, and whether and where that is the floor. */
  through = 0;
  isFloorBehind = false;
  floorX = 0;
  floorZ = 0;

  /** Whether the camera sees the cyclorama itself, and what leaves that there without a product: the rest of the sum is a change. */
  seesWall = false;
  wall: readonly [number, number, number] = [0, 0, 0];

  /** The ray, what it carries, and what it is in. */
  #oX = 0;
  #oY = 0;
  #oZ = 0;
  #dX = 0;
  #dY = 0;
  #dZ = 0;
  #tR = 1;
  #tG = 1;
  #tB = 1;
  #medium = 0;
  /** The colour that a path has had since glass parted it, -1 while it has all; what its light counts per channel. */
  #channel = -1;
  #kR = 1;
  #kG = 1;
  #kB = 1;
  /** Density with which the direction was picked. 0: it had no other way to be found; -1: its sky is counted elsewhere. */
  #lastDensity = 0;
  /** The same for lamps, and where it was picked. */
  #pickDensity = 0;
  #pickX = 0;
  #pickY = 0;
  #pickZ = 0;
  /** Width of the ray where it starts, and how much it grows per stage unit. */
  #rayWidth = 0;
  #raySpread = 0;
  #bounces = 0;
  #isSharp = false;
  /** Whether it is on the cyclorama, whether it went from there and has met nothing since, and whether it did before this surface. */
  #isOnWall = false;
  #isOffWall = false;
  #wasOffWall = false;
  /** Whether solid glass bends it, and whether it did that to a path which looks for the floor's light. */
  #isBendable = false;
  #isBent = false;
  /** Whether the path came from the camera, and its first direction. */
  #isFromCamera = false;
  #startX = 0;
  #startY = 0;
  #startZ = 0;
  /** What all that it finds counts in the picture. */
  #importance = 1;
  readonly #areaLights: AreaLights;
  readonly #bsdf: Bsdf;
  readonly #cyclorama: Cyclorama;
  readonly #diffuse: Diffuse;
  readonly #first: FirstSurface;
  readonly #hit: Hit;
  readonly #lamps: Lamps;
  readonly #light: Light;
  readonly #random: Random;
  readonly #scatter: Scatter;
  readonly #block: Block;
  readonly #shadow: Shadow;
  readonly #surface: Surface;
  readonly #traversal: Traversal;

  constructor(
    areaLights: AreaLights,
    bsdf: Bsdf,
    cyclorama: Cyclorama,
    diffuse: Diffuse,
    first: FirstSurface,
    hit: Hit,
    lamps: Lamps,
    light: Light,
    random: Random,
    scatter: Scatter,
    block: Block,
    shadow: Shadow,
    surface: Surface,
    traversal: Traversal,
  ) {
    this.#areaLights = areaLights;
    this.#bsdf = bsdf;
    this.#cyclorama = cyclorama;
    this.#diffuse = diffuse;
    this.#first = first;
    this.#hit = hit;
    this.#lamps = lamps;
    this.#light = light;
    this.#random = random;
    this.#scatter = scatter;
    this.#block = block;
    this.#shadow = shadow;
    this.#surface = surface;
    this.#traversal = traversal;
  }

  /**
   * Follows one path; its light is in `sumR` to `sumB` of `light.ts`.
   *
   * A path from the camera is *sharp* until it scatters: glass refracts it, single-sided back faces do not exist, and
   * what it sees behind is given back in `through`. After that glass lets rays through in a straight line, exactly as
   * shadow rays do, so both ways of finding the sky agree. A path that looks for the floor's light is bent by solid glass
   * alone, which that light's shadow rays do not pass; what it finds behind that is light.
   *
   * Light falls through the backs of opaque single-sided surfaces as the view does: what is not drawn must not darken
   * what is, and a room with single-sided walls is lit. It meets a closed product's outside first, so nothing shines
   * into that. Scattered rays meet both sides, and so does all light of the floor: its shadow is the viewer's.
   *
   * What leaves the cyclorama without a product is known: a path adds that where it meets it, and looks on from there for
   * what the product changes alone.
   *
   * @param startDensity With which the direction was picked where lamps are sampled, too; else 0.
   * @param bends Whether solid glass bends it until it scatters.
   * @param counts How much what it finds counts in the picture; below 1 it may end where it first meets something.
   */
  tracePath(
    ox: number,
    oy: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    fromCamera: boolean,
    startDensity: number,
    bends: boolean,
    counts: number,
  ): void {
    this.#light.resetLight();
    this.#oX = ox;
    this.#oY = oy;
    this.#oZ = oz;
    this.#dX = dx;
    this.#dY = dy;
    this.#dZ = dz;
    this.#startX = dx;
    this.#startY = dy;
    this.#startZ = dz;
    this.#tR = 1;
    this.#tG = 1;
    this.#tB = 1;
    this.#channel = -1;
    this.#kR = 1;
    this.#kG = 1;
    this.#kB = 1;
    this.#medium = 0;
    this.#rayWidth = 0;
    this.#raySpread = fromCamera ? PIXEL_SHARE * this.#pixelSize() : FLOOR_SPREAD;
    this.#bounces = 0;
    this.#isFromCamera = fromCamera;
    this.#importance = counts;
    this.#isSharp = fromCamera;
    this.#isBendable = bends;
    this.#isBent = false;
    this.#isOffWall = false;
    this.#lastDensity = fromCamera ? 0 : -1;
    this.#pickDensity = startDensity;
    this.#pickX = ox;
    this.#pickY = oy;
    this.#pickZ = oz;
    this.through = 0;
    this.isFloorBehind = false;
    this.seesWall = false;
    this.#first.resetFirst();
    for (let event = 0; event < MAX_EVENTS; event++) {
      const hit = this.#shadow.cast(
        this.#oX,
        this.#oY,
        this.#oZ,
        this.#dX,
        this.#dY,
        this.#dZ,
        this.#isSharp,
      );
      const isFloor =
        this.#block.hasFloor &&
        this.#dY < 0 &&
        this.#oY > this.#block.floorY - 2 * this.#block.offset &&
        this.#oY + this.#dY * this.#traversal.hitT < this.#block.floorY - this.#block.offset;
      if (this.#block.areaLights !== 0 && (this.#lastDensity > 0 || this.#isBent)) this.#crossLights(isFloor);
      this.#wasOffWall = false;
      this.#isOnWall = false;
      if (isFloor || hit < 0) {
        if (!this.#leaveProduct(isFloor)) return;
      } else {
        this.#hit.locate(this.#dX, this.#dY, this.#dZ);
        this.#rayWidth += this.#raySpread * this.#traversal.hitT;
        this.#absorb();
        if (this.#isGone()) {
          this.#moveOn(true);
          continue;
        }
        this.#meetWall();
        this.#hit.setRayWidth(this.#rayWidth);
        this.#surface.shade(this.#dX, this.#dY, this.#dZ);
        this.#hit.setRayWidth(0);
        if (this.#isSharp) this.#first.noteFirst(...this.#weight());
        if (!this.#addGlow()) return;
      }
      this.#bsdf.prepare(this.#dX, this.#dY, this.#dZ);
      if (this.#isBendable && this.#hit.isBack && this.#hit.flags & L.F_SOLID && this.#surface.hidden < 0.5) {
        this.#meetInnerFace();
        continue;
      }
      if (this.#isSharp) {
        this.#first.noteReflection(...this.#weight());
      }
      if (this.#isOnWall && !this.#wasOffWall) this.#addWall();
      this.#light.offerLight(this.#tR * this.#kR, this.#tG * this.#kG, this.#tB * this.#kB);
      const mediumHere = this.#medium,
        mediumThere = this.#diffuse.mediumBehind(this.#medium),
        isIndirect = this.#bounces > 0;
      const goesOn = this.#bounces < this.#block.maxBounces && this.#bounce();
      this.#light.collectLight(mediumHere, mediumThere, isIndirect, this.#isFromCamera);
      if (!goesOn) return;
    }
  }

  /** Notes whether the located surface is the cyclorama; what hides that from itself is light that was known and is not there. */
  #meetWall(): void {
    this.#wasOffWall = this.#isOffWall;
    this.#isOffWall = false;
    this.#isOnWall = this.#cyclorama.isMet();
    if (!this.#wasOffWall || this.#isOnWall) return;
    if (this.#cyclorama.lookBehind(this.#oX, this.#oY, this.#oZ, this.#dX, this.#dY, this.#dZ))
      this.#addLeaving(-1);
  }

  /** Adds what leaves the cyclorama at the located place without a product. */
  #addWall(): void {
    this.#cyclorama.lookUp(this.#hit.pX, this.#hit.pY, this.#hit.pZ);
    this.#addLeaving(1);
    if (!this.#isFromCamera || this.#bounces !== 0 || this.#first.isVeiled) return;
    this.seesWall = true;
    this.wall = [this.#light.sumR, this.#light.sumG, this.#light.sumB];
  }

  #addLeaving(k: number): void {
    const [r, g, b] = this.#weight();
    const { leavingR, leavingG, leavingB } = this.#cyclorama;
    this.#light.addLight(r * leavingR * k, g * leavingG * k, b * leavingB * k, this.#bounces > 1);
  }

  /** Height of a pixel per unit of distance. */
  #pixelSize(): number {
    const [x, y, z] = [0, 1, 2].map((axis) => this.#block.double(L.D_CAMERA_UP + axis)) as [
      number,
      number,
      number,
    ];
    return (2 * Math.sqrt(x * x + y * y + z * z)) / this.#block.height;
  }

  /** Adds the surroundings into which the floor passes towards the horizon, and leaves the path the floor's own share. */
  #passHorizon(): void {
    const t = -this.#dY / L.HORIZON_SINE;
    if (!this.#isFromCamera || t >= 1) return;
    const ground = t * t * (3 - 2 * t);
    const far = 1 - ground;
    const weight = [this.#tR * this.#kR * far, this.#tG * this.#kG * far, this.#tB * this.#kB * far] as const;
    if (this.#isSharp) this.#first.noteAlbedo(...weight);
    this.#light.addSky(this.#dX, -this.#dY, this.#dZ, ...weight, 0, true);
    this.#carry(1, 1, 1, ground);
  }

  /** Nothing of the product any more: shows what is behind, then the sky or the floor as a surface; false at the end. */
  #leaveProduct(isFloor: boolean): boolean {
    // Off the cyclorama: its sky is known.
    if (this.#bounces > 0 && this.#lastDensity < 0) return false;
    const t = isFloor ? (this.#block.floorY - this.#oY) / this.#dY : 0;
    const x = this.#oX + this.#dX * t,
      z = this.#oZ + this.#dZ * t;
    if (this.#bounces === 0 && this.#lastDensity <= 0 && !this.#isBent) {
      const cosine = this.#dX * this.#startX + this.#dY * this.#startY + this.#dZ * this.#startZ;
      const straight = this.#isFromCamera ? Math.min(1, Math.max(0, (cosine - BENT) / (STRAIGHT - BENT))) : 1;
      this.through = straight * Math.min(1, Math.min(this.#tR, Math.min(this.#tG, this.#tB)));
      if (!this.#isFromCamera) return false;
      this.#tR = Math.max(0, this.#tR - this.through);
      this.#tG = Math.max(0, this.#tG - this.through);
      this.#tB = Math.max(0, this.#tB - this.through);
      this.isFloorBehind = isFloor;
      this.floorX = x;
      this.floorZ = z;
      if (Math.max(this.#tR, Math.max(this.#tG, this.#tB)) < 1e-4) return false;
      if (this.#block.areaLights !== 0) this.#crossLights(isFloor);
    }
    if (!isFloor) {
      if (this.#isSharp) this.#first.noteAlbedo(...this.#weight());
      this.#light.addSky(
        this.#dX,
        this.#dY,
        this.#dZ,
        this.#tR * this.#kR,
        this.#tG * this.#kG,
        this.#tB * this.#kB,
        this.#lastDensity,
        this.#bounces > 1,
      );
      return false;
    }
    this.#passHorizon();
    this.#surface.shadeFloor(
      x,
      this.#block.floorY,
      z,
      this.#block.double(L.D_FLOOR_COLOUR),
      this.#block.double(L.D_FLOOR_COLOUR + 1),
      this.#block.double(L.D_FLOOR_COLOUR + 2),
    );
    this.#medium = 0;
    return true;
  }

  /** What light from here counts per channel. */
  #weight(): [number, number, number] {
    return [this.#tR * this.#kR, this.#tG * this.#kG, this.#tB * this.#kB];
  }

  #crossLights(isFloor: boolean): void {
    const [block, { hitT }] = [this.#block, this.#traversal];
    const t = isFloor ? (block.floorY - this.#oY) / this.#dY : hitT;
    const isPast = isFloor && !block.isOnTable(this.#oX + this.#dX * t, this.#oZ + this.#dZ * t);
    const end = isPast ? hitT : t;
    this.#light.addAreaLights(
      this.#oX,
      this.#oY,
      this.#oZ,
      this.#dX,
      this.#dY,
      this.#dZ,
      end,
      this.#tR * this.#kR,
      this.#tG * this.#kG,
      this.#tB * this.#kB,
      this.#lastDensity,
      this.#pickX,
      this.#pickY,
      this.#pickZ,
      this.#bounces > 1,
    );
  }

  #addGlow(): boolean {
    const seen = this.#weighGlow();
    const [r, g, b] = [this.#tR * this.#kR * seen, this.#tG * this.#kG * seen, this.#tB * this.#kB * seen];
    return this.#light.addGlow(r, g, b, this.#bounces > 1);
  }

  #weighGlow(): number {
    const x = this.#hit.pX - this.#pickX;
    const y = this.#hit.pY - this.#pickY;
    const z = this.#hit.pZ - this.#pickZ;
    return this.#lamps.glowWeight(this.#pickDensity, x * x + y * y + z * z, this.#dX, this.#dY, this.#dZ);
  }

  /** Takes out what the medium absorbed on the way to the hit. */
  #absorb(): void {
    if (this.#medium === 0) return;
    this.#tR *= this.#shadow.absorbed(this.#medium, 0, this.#traversal.hitT);
    this.#tG *= this.#shadow.absorbed(this.#medium, 1, this.#traversal.hitT);
    this.#tB *= this.#shadow.absorbed(this.#medium, 2, this.#traversal.hitT);
  }

  /** Whether the located surface is not there for this ray: culled, cut out, or transparent by chance. */
  #isGone(): boolean {
    if (this.#isSharp && this.#hit.isBack && !(this.#hit.flags & (L.F_DOUBLE_SIDED | L.F_SOLID))) return true;
    if (!(this.#hit.flags & (L.F_MASK | L.F_BLEND))) return false;
    const share = this.#surface.coverage();
    if (share >= 1) return false;
    if (this.#isSharp && this.#hit.flags & L.F_BLEND) this.#first.noteBlend();
    this.#random.nextPair();
    return this.#random.u1 >= share;
  }

  /** Starts the next ray on this or on the other side of the surface. */
  #moveOn(isThrough: boolean): void {
    const k = isThrough ? -this.#block.offset : this.#block.offset;
    this.#oX = this.#hit.pX + this.#hit.gX * k;
    this.#oY = this.#hit.pY + this.#hit.gY * k;
    this.#oZ = this.#hit.pZ + this.#hit.gZ * k;
  }

  /**
   * Index of the located solid for the path's colour. Glass that parts colours (KHR_materials_dispersion) leaves the
   * path one of them by chance, which then counts for all three.
   */
  #refractionIndex(): number {
    const ior = this.#block.f32[(this.#hit.material + L.M_IOR) >> 2]!;
    const dispersion = this.#block.f32[(this.#hit.material + L.M_DISPERSION) >> 2]!;
    if (dispersion <= 0) return ior;
    if (this.#channel < 0) {
      this.#random.nextPair();
      this.#channel = Math.min(2, Math.floor(this.#random.u1 * 3));
      this.#kR = this.#channel === 0 ? 3 : 0;
      this.#kG = this.#channel === 1 ? 3 : 0;
      this.#kB = this.#channel === 2 ? 3 : 0;
      this.#random.nextPair();
    }
    return Math.max(1, ior + (this.#channel - 1) * (ior - 1) * 0.025 * dispersion);
  }

  /** The inner face of a solid, seen sharply: reflects or lets out by chance, without a shadow ray. */
  #meetInnerFace(): void {
    const ior = this.#refractionIndex();
    this.#random.nextPair();
    const choice = this.#random.u1;
    this.#random.nextPair();
    const isOut = this.#scatter.sampleExit(ior, choice);
    this.#turn();
    this.#moveOn(isOut);
    this.#medium = isOut ? 0 : this.#hit.material;
  }

  #turn(): void {
    this.#dX = this.#scatter.outX;
    this.#dY = this.#scatter.outY;
    this.#dZ = this.#scatter.outZ;
  }

  /** Picks the next direction, through the surface or off it; false when the path ends. */
  #bounce(): boolean {
    this.#random.nextPair();
    const choice = this.#random.u1,
      survival = this.#random.u2;
    this.#random.nextPair();
    // What the product changes of what one part of the cyclorama throws on another is 0.04 % of its light.
    if (this.#wasOffWall && this.#isOnWall) return false;
    if (choice < this.#bsdf.passShare) {
      this.#pass();
      return true;
    }
    this.#scatter.sampleReflection(choice - this.#bsdf.passShare);
    this.#turn();
    const side = this.#diffuse.sideOf(this.#dX, this.#dY, this.#dZ);
    if (side === 0) return false;
    this.#bsdf.evaluate(this.#dX, this.#dY, this.#dZ);
    if (this.#bsdf.density <= 1e-12) return false;
    this.#carry(this.#bsdf.valR, this.#bsdf.valG, this.#bsdf.valB, 1 / this.#bsdf.density);
    this.#lastDensity = this.#isOnWall ? -1 : this.#bsdf.density;
    this.#isOffWall = this.#isOnWall;
    this.#pickDensity = this.#bsdf.density;
    if (this.#block.areaLights !== 0) this.#areaLights.pickShares();
    this.#pickX = this.#hit.pX;
    this.#pickY = this.#hit.pY;
    this.#pickZ = this.#hit.pZ;
    this.#isSharp = false;
    this.#isBendable = false;
    this.#isBent = false;
    this.#raySpread += SCATTER_SPREAD / Math.sqrt(this.#bsdf.density);
    this.#bounces++;
    if (side < 0) this.#medium = this.#diffuse.mediumBehind(this.#medium);
    this.#moveOn(side < 0);
    if (this.#importance >= 1 && this.#bounces < 3) return true;
    const most = Math.max(this.#tR, Math.max(this.#tG, this.#tB));
    const q = Math.min(0.95, this.#importance * most);
    if (survival >= q) return false;
    this.#carry(1, 1, 1, 1 / q);
    return true;
  }

  /** Through glass: bent while sharp, straight afterwards. */
  #pass(): void {
    this.#carry(this.#bsdf.passR, this.#bsdf.passG, this.#bsdf.passB, 1 / this.#bsdf.passShare);
    if (this.#isBendable && this.#hit.flags & L.F_SOLID) {
      this.#scatter.sampleEntry(this.#refractionIndex());
      this.#turn();
      this.#isBent = !this.#isSharp;
      if (this.#isBent) this.#pickDensity = 0;
    } else if (this.#isSharp) {
      this.#scatter.sampleThinPass(this.#block.f32[(this.#hit.material + L.M_IOR) >> 2]!);
      this.#turn();
    }
    if (this.#hit.flags & L.F_SOLID) this.#medium = this.#hit.isBack ? 0 : this.#hit.material;
    this.#moveOn(true);
  }

  #carry(r: number, g: number, b: number, k: number): void {
    this.#tR *= r * k;
    this.#tG *= g * k;
    this.#tB *= b * k;
  }
}
