import * as L from '../layout.ts';
import { pickShares } from './area-lights.ts';
import * as B from './bsdf.ts';
import { isOnCyclorama, leavingB, leavingG, leavingR, lookBehind, lookUpCyclorama } from './cyclorama.ts';
import { mediumBehind, sideOf } from './diffuse.ts';
import { isVeiled, noteAlbedo, noteBlend, noteFirst, noteReflection, resetFirst } from './first.ts';
import * as H from './hit.ts';
import { glowWeight } from './lamps.ts';
import {
  addAreaLights,
  addGlow,
  addLight,
  addSky,
  collectLight,
  offerLight,
  resetLight,
  sumB,
  sumG,
  sumR,
} from './light.ts';
import { nextPair, u1, u2 } from './random.ts';
import * as C from './scatter.ts';
import { areaLights, double, floorY, hasFloor, height, isOnTable, maxBounces, offset } from './scene.ts';
import { absorbed, cast } from './shadow.ts';
import * as S from './surface.ts';
import { setRayWidth } from './textures.ts';
import { hitT } from './traverse.ts';

/** Share of what lies behind that shows, and whether and where that is the floor. */
export let through: f64 = 0;
export let isFloorBehind: bool = false;
export let floorX: f64 = 0;
export let floorZ: f64 = 0;
/** Whether the camera sees the cyclorama itself, and what leaves that there without a product: the rest of the sum is a change. */
export let seesWall: bool = false;
export let wallR: f64 = 0;
export let wallG: f64 = 0;
export let wallB: f64 = 0;
/** Surfaces a path may meet, whether they scatter or let it pass. */
const MAX_EVENTS = 32;
/** A sample of a pixel stands for half of its width: the others next to it share out the rest. */
const PIXEL_SHARE: f64 = 0.5;
/** Growth of rays off the floor, and of scattered ones over the root of the density with which they were picked. */
const FLOOR_SPREAD: f64 = 0.1;
const SCATTER_SPREAD: f64 = 0.15;
/** A path that leaves within 8 degrees of where it came from shows the plate behind, beyond 30 degrees the sky. */
const STRAIGHT: f64 = 0.99;
const BENT: f64 = 0.87;

/** The ray, what it carries, and what it is in. */
let oX: f64 = 0;
let oY: f64 = 0;
let oZ: f64 = 0;
let dX: f64 = 0;
let dY: f64 = 0;
let dZ: f64 = 0;
let tR: f64 = 1;
let tG: f64 = 1;
let tB: f64 = 1;
let medium: usize = 0;
/** The colour that a path has had since glass parted it, -1 while it has all; what its light counts per channel. */
let channel: i32 = -1;
let kR: f64 = 1;
let kG: f64 = 1;
let kB: f64 = 1;
/** Density with which the direction was picked. 0: it had no other way to be found; -1: its sky is counted elsewhere. */
let lastDensity: f64 = 0;
/** The same for lamps, and where it was picked. */
let pickDensity: f64 = 0;
let pickX: f64 = 0;
let pickY: f64 = 0;
let pickZ: f64 = 0;
/** Width of the ray where it starts, and how much it grows per stage unit. */
let rayWidth: f64 = 0;
let raySpread: f64 = 0;
let bounces: i32 = 0;
let isSharp: bool = false;
/** Whether it is on the cyclorama, whether it went from there and has met nothing since, and whether it did before this surface. */
let isOnWall: bool = false;
let isOffWall: bool = false;
let wasOffWall: bool = false;
/** Whether solid glass bends it, and whether it did that to a path which looks for the floor's light. */
let isBendable: bool = false;
let isBent: bool = false;
/** Whether the path came from the camera, and its first direction. */
let isFromCamera: bool = false;
let startX: f64 = 0;
let startY: f64 = 0;
let startZ: f64 = 0;
/** What all that it finds counts in the picture. */
let importance: f64 = 1;

/**
 * Follows one path; its light is in `sumR` to `sumB` of `light.ts`.
 *
 * A path from the camera is *sharp* until it scatters: glass refracts it, single-sided back faces do not exist, and
 * what it sees behind is given back in `through`. After that glass lets rays through in a straight line, exactly as shadow
 * rays do, so both ways of finding the sky agree. A path that looks for the floor's light is bent by solid glass alone, which
 * that light's shadow rays do not pass; what it finds behind that is light.
 *
 * Light falls through the backs of opaque single-sided surfaces as the view does: what is not drawn must not darken
 * what is, and a room with single-sided walls is lit. It meets a closed product's outside first, so nothing shines
 * into that. Scattered rays meet both sides, and so does all light of the floor: its shadow is the viewer's.
 *
 * What leaves the cyclorama without a product is known: a path adds that where it meets it, and looks on from there for what the
 * product changes alone.
 *
 * @param startDensity With which the direction was picked where lamps are sampled, too; else 0.
 * @param bends Whether solid glass bends it until it scatters.
 * @param counts How much what it finds counts in the picture; below 1 it may end where it first meets something.
 */
export function tracePath(
  ox: f64,
  oy: f64,
  oz: f64,
  dx: f64,
  dy: f64,
  dz: f64,
  fromCamera: bool,
  startDensity: f64,
  bends: bool,
  counts: f64,
): void {
  resetLight();
  oX = ox;
  oY = oy;
  oZ = oz;
  dX = dx;
  dY = dy;
  dZ = dz;
  startX = dx;
  startY = dy;
  startZ = dz;
  tR = 1;
  tG = 1;
  tB = 1;
  channel = -1;
  kR = 1;
  kG = 1;
  kB = 1;
  medium = 0;
  rayWidth = 0;
  raySpread = fromCamera ? PIXEL_SHARE * pixelSize() : FLOOR_SPREAD;
  bounces = 0;
  isFromCamera = fromCamera;
  importance = counts;
  isSharp = fromCamera;
  isBendable = bends;
  isBent = false;
  isOffWall = false;
  lastDensity = fromCamera ? 0.0 : -1.0;
  pickDensity = startDensity;
  pickX = ox;
  pickY = oy;
  pickZ = oz;
  through = 0;
  isFloorBehind = false;
  seesWall = false;
  resetFirst();
  for (let event = 0; event < MAX_EVENTS; event++) {
    const hit = cast(oX, oY, oZ, dX, dY, dZ);
    const isFloor = hasFloor && dY < 0.0 && oY > floorY && (floorY - oY) / dY < hitT;
    if (areaLights != 0 && (lastDensity > 0.0 || isBent)) crossLights(isFloor);
    wasOffWall = false;
    isOnWall = false;
    if (isFloor || hit < 0) {
      if (!leaveProduct(isFloor)) return;
    } else {
      H.locate(dX, dY, dZ);
      rayWidth += raySpread * hitT;
      absorb();
      if (isGone()) {
        moveOn(true);
        continue;
      }
      meetWall();
      setRayWidth(rayWidth);
      S.shade(dX, dY, dZ);
      setRayWidth(0.0);
      if (isSharp) noteFirst(tR * kR, tG * kG, tB * kB);
      const seen = weighGlow();
      if (!addGlow(tR * kR * seen, tG * kG * seen, tB * kB * seen, bounces > 1)) return;
    }
    B.prepare(dX, dY, dZ);
    if (isBendable && H.isBack && H.flags & L.F_SOLID && S.hidden < 0.5) {
      meetInnerFace();
      continue;
    }
    if (isSharp) {
      noteReflection(tR * kR, tG * kG, tB * kB);
    }
    if (isOnWall && !wasOffWall) addWall();
    offerLight(tR * kR, tG * kG, tB * kB);
    const mediumHere = medium,
      mediumThere = mediumBehind(medium),
      isIndirect = bounces > 0;
    const goesOn = bounces < maxBounces && bounce();
    collectLight(mediumHere, mediumThere, isIndirect, isFromCamera);
    if (!goesOn) return;
  }
}

/** Notes whether the located surface is the cyclorama; what hides that from itself is light that was known and is not there. */
function meetWall(): void {
  wasOffWall = isOffWall;
  isOffWall = false;
  isOnWall = isOnCyclorama();
  if (wasOffWall && !isOnWall && lookBehind(oX, oY, oZ, dX, dY, dZ)) addLeaving(-1.0);
}

/** Adds what leaves the cyclorama at the located place without a product. */
function addWall(): void {
  lookUpCyclorama(H.pX, H.pY, H.pZ);
  addLeaving(1.0);
  if (!isFromCamera || bounces != 0 || isVeiled) return;
  seesWall = true;
  wallR = sumR;
  wallG = sumG;
  wallB = sumB;
}

function addLeaving(k: f64): void {
  addLight(tR * kR * leavingR * k, tG * kG * leavingG * k, tB * kB * leavingB * k, bounces > 1);
}

/** Height of a pixel per unit of distance. */
function pixelSize(): f64 {
  const x = double(L.D_CAMERA_UP),
    y = double(L.D_CAMERA_UP + 1),
    z = double(L.D_CAMERA_UP + 2);
  return (2.0 * Math.sqrt(x * x + y * y + z * z)) / <f64>height;
}

/** Nothing of the product any more: shows what is behind, then the sky or the floor as a surface; false at the end. */
function leaveProduct(isFloor: bool): bool {
  // Off the cyclorama: its sky is known.
  if (bounces > 0 && lastDensity < 0.0) return false;
  const t = isFloor ? (floorY - oY) / dY : 0.0;
  const x = oX + dX * t,
    z = oZ + dZ * t;
  if (bounces == 0 && lastDensity <= 0.0 && !isBent) {
    const cosine = dX * startX + dY * startY + dZ * startZ;
    const straight = isFromCamera ? Math.min(1.0, Math.max(0.0, (cosine - BENT) / (STRAIGHT - BENT))) : 1.0;
    through = straight * Math.min(1.0, Math.min(tR, Math.min(tG, tB)));
    if (!isFromCamera) return false;
    tR = Math.max(0.0, tR - through);
    tG = Math.max(0.0, tG - through);
    tB = Math.max(0.0, tB - through);
    isFloorBehind = isFloor;
    floorX = x;
    floorZ = z;
    if (Math.max(tR, Math.max(tG, tB)) < 1e-4) return false;
    if (areaLights != 0) crossLights(isFloor);
  }
  if (!isFloor) {
    if (isSharp) noteAlbedo(tR * kR, tG * kG, tB * kB);
    addSky(dX, dY, dZ, tR * kR, tG * kG, tB * kB, lastDensity, bounces > 1);
    return false;
  }
  passHorizon();
  S.shadeFloor(
    x,
    floorY,
    z,
    double(L.D_FLOOR_COLOUR),
    double(L.D_FLOOR_COLOUR + 1),
    double(L.D_FLOOR_COLOUR + 2),
  );
  medium = 0;
  return true;
}

/**
 * Adds the surroundings into which the floor passes towards the horizon for what the camera sees, and leaves the path the
 * floor's own share. What lights the floor ends at it.
 */
function passHorizon(): void {
  const t = -dY / L.HORIZON_SINE;
  if (!isFromCamera || t >= 1.0) return;
  const ground = t * t * (3.0 - 2.0 * t),
    far = 1.0 - ground;
  if (isSharp) noteAlbedo(tR * kR * far, tG * kG * far, tB * kB * far);
  addSky(dX, -dY, dZ, tR * kR * far, tG * kG * far, tB * kB * far, 0.0, true);
  carry(1.0, 1.0, 1.0, ground);
}

/** Adds the lights on the way to the next surface; those below the floor shine past the edge of the table. */
function crossLights(isFloor: bool): void {
  const t = isFloor ? (floorY - oY) / dY : hitT;
  const end = isFloor && !isOnTable(oX + dX * t, oZ + dZ * t) ? hitT : t;
  addAreaLights(
    oX,
    oY,
    oZ,
    dX,
    dY,
    dZ,
    end,
    tR * kR,
    tG * kG,
    tB * kB,
    lastDensity,
    pickX,
    pickY,
    pickZ,
    bounces > 1,
  );
}

function weighGlow(): f64 {
  const x = H.pX - pickX,
    y = H.pY - pickY,
    z = H.pZ - pickZ;
  return glowWeight(pickDensity, x * x + y * y + z * z, dX, dY, dZ);
}

/** Takes out what the medium absorbed on the way to the hit. */
function absorb(): void {
  if (medium == 0) return;
  tR *= absorbed(medium, 0, hitT);
  tG *= absorbed(medium, 1, hitT);
  tB *= absorbed(medium, 2, hitT);
}

/** Whether the located surface is not there for this ray: culled, cut out, or transparent by chance. */
function isGone(): bool {
  if (isSharp && H.isBack && !(H.flags & (L.F_DOUBLE_SIDED | L.F_SOLID))) return true;
  if (!(H.flags & (L.F_MASK | L.F_BLEND))) return false;
  const share = S.coverage();
  if (share >= 1.0) return false;
  if (isSharp && H.flags & L.F_BLEND) noteBlend();
  nextPair();
  return u1 >= share;
}

/** Starts the next ray on this or on the other side of the surface. */
function moveOn(isThrough: bool): void {
  const k = isThrough ? -offset : offset;
  oX = H.pX + H.gX * k;
  oY = H.pY + H.gY * k;
  oZ = H.pZ + H.gZ * k;
}

/**
 * Index of the located solid for the path's colour. Glass that parts colours (KHR_materials_dispersion) leaves the path
 * one of them by chance, which then counts for all three.
 */
function refractionIndex(): f64 {
  const ior = <f64>load<f32>(H.material, L.M_IOR);
  const dispersion = <f64>load<f32>(H.material, L.M_DISPERSION);
  if (dispersion <= 0.0) return ior;
  if (channel < 0) {
    nextPair();
    channel = min(2, <i32>(u1 * 3.0));
    kR = channel == 0 ? 3.0 : 0.0;
    kG = channel == 1 ? 3.0 : 0.0;
    kB = channel == 2 ? 3.0 : 0.0;
    nextPair();
  }
  return Math.max(1.0, ior + <f64>(channel - 1) * (ior - 1.0) * 0.025 * dispersion);
}

/** The inner face of a solid, seen sharply: reflects or lets out by chance, without a shadow ray. */
function meetInnerFace(): void {
  const ior = refractionIndex();
  nextPair();
  const choice = u1;
  nextPair();
  const isOut = C.sampleExit(ior, choice);
  turn();
  moveOn(isOut);
  medium = isOut ? 0 : H.material;
}

function turn(): void {
  dX = C.outX;
  dY = C.outY;
  dZ = C.outZ;
}

/** Picks the next direction, through the surface or off it; false when the path ends. */
function bounce(): bool {
  nextPair();
  const choice = u1,
    survival = u2;
  nextPair();
  // What the product changes of what one part of the cyclorama throws on another is 0.04 % of its light.
  if (wasOffWall && isOnWall) return false;
  if (choice < B.passShare) {
    pass();
    return true;
  }
  C.sampleReflection(choice - B.passShare);
  turn();
  const side = sideOf(dX, dY, dZ);
  if (side == 0) return false;
  B.evaluate(dX, dY, dZ);
  if (B.density <= 1e-12) return false;
  carry(B.valR, B.valG, B.valB, 1.0 / B.density);
  lastDensity = isOnWall ? -1.0 : B.density;
  isOffWall = isOnWall;
  pickDensity = B.density;
  if (areaLights != 0) pickShares();
  pickX = H.pX;
  pickY = H.pY;
  pickZ = H.pZ;
  isSharp = false;
  isBendable = false;
  isBent = false;
  raySpread += SCATTER_SPREAD / Math.sqrt(B.density);
  bounces++;
  if (side < 0) medium = mediumBehind(medium);
  moveOn(side < 0);
  if (importance >= 1.0 && bounces < 3) return true;
  const most = Math.max(tR, Math.max(tG, tB));
  const q = Math.min(0.95, importance * most);
  if (survival >= q) return false;
  carry(1.0, 1.0, 1.0, 1.0 / q);
  return true;
}

/** Through glass: bent while sharp, straight afterwards. */
function pass(): void {
  carry(B.passR, B.passG, B.passB, 1.0 / B.passShare);
  if (isBendable && H.flags & L.F_SOLID) {
    C.sampleEntry(refractionIndex());
    turn();
    isBent = !isSharp;
    if (isBent) pickDensity = 0.0;
  } else if (isSharp) {
    C.sampleThinPass(<f64>load<f32>(H.material, L.M_IOR));
    turn();
  }
  if (H.flags & L.F_SOLID) medium = H.isBack ? 0 : H.material;
  moveOn(true);
}

function carry(r: f64, g: f64, b: f64, k: f64): void {
  tR *= r * k;
  tG *= g * k;
  tB *= b * k;
}
