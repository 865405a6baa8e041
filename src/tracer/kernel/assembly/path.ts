import * as L from '../layout.ts';
import { pickShares } from './area-lights.ts';
import { passHorizon, resetBehind, showBehind, straightness, takeBehind } from './behind.ts';
import { pixelSize } from './eye.ts';
import { noteAlbedo, noteBlend, noteFirst, noteReflection, resetFirst } from './first.ts';
import * as H from './hit.ts';
import { addAreaLights, addGlow, addSky, collectLight, offerLight, resetLight } from './light.ts';
import { forgetPick, notePick, pickX, pickY, pickZ, weighGlow } from './pick.ts';
import { nextPair, u1, u2 } from './random.ts';
import {
  carry,
  dX,
  dY,
  dZ,
  enterMedium,
  kB,
  kG,
  kR,
  medium,
  moveOn,
  oX,
  oY,
  oZ,
  rayWidth,
  reachHit,
  refractionIndex,
  spreadRay,
  startRay,
  tB,
  tG,
  tR,
  turn,
} from './ray.ts';
import { areaLights, double, floorY, hasFloor, isOnTable, maxBounces, offset } from './scene.ts';
import { cast } from './shadow.ts';
import * as B from './surface/bsdf.ts';
import { mediumBehind, sideOf } from './surface/diffuse.ts';
import * as C from './surface/scatter.ts';
import * as S from './surface/surface.ts';
import { setRayWidth } from './surface/textures.ts';
import { hitT } from './traverse.ts';
import { addWall, isOnWall, leaveWall, meetWall, missWall, resetWall, wasOffWall } from './wall.ts';

/** Surfaces a path may meet, whether they scatter or let it pass. */
const MAX_EVENTS = 32;
/** A sample of a pixel stands for half of its width: the others next to it share out the rest. */
const PIXEL_SHARE: f64 = 0.5;
/** Growth of rays off the floor, and of scattered ones over the root of the density with which they were picked. */
const FLOOR_SPREAD: f64 = 0.1;
const SCATTER_SPREAD: f64 = 0.15;
/** Density with which the direction was picked. 0: it had no other way to be found; -1: its sky is counted elsewhere. */
let lastDensity: f64 = 0;
let bounces: i32 = 0;
let isSharp: bool = false;
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
  startX = dx;
  startY = dy;
  startZ = dz;
  startRay(ox, oy, oz, dx, dy, dz, fromCamera ? PIXEL_SHARE * pixelSize() : FLOOR_SPREAD);
  bounces = 0;
  isFromCamera = fromCamera;
  importance = counts;
  isSharp = fromCamera;
  isBendable = bends;
  isBent = false;
  lastDensity = fromCamera ? 0.0 : -1.0;
  notePick(startDensity, ox, oy, oz);
  resetBehind();
  resetWall();
  resetFirst();
  for (let event = 0; event < MAX_EVENTS; event++) {
    const hit = cast(oX, oY, oZ, dX, dY, dZ, isSharp);
    // What lies on the floor, at its very height, is before it, and what passes through that meets the floor next.
    const isFloor = hasFloor && dY < 0.0 && oY > floorY - 2.0 * offset && oY + dY * hitT < floorY - offset;
    if (areaLights != 0 && (lastDensity > 0.0 || isBent)) crossLights(isFloor);
    missWall();
    if (isFloor || hit < 0) {
      if (!leaveProduct(isFloor)) return;
    } else {
      H.locate(dX, dY, dZ);
      reachHit();
      if (isGone()) {
        moveOn(true);
        continue;
      }
      meetWall(bounces);
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
    if (isOnWall && !wasOffWall) addWall(isFromCamera, bounces);
    offerLight(tR * kR, tG * kG, tB * kB);
    const mediumHere = medium,
      mediumThere = mediumBehind(medium),
      isIndirect = bounces > 0;
    const goesOn = bounces < maxBounces && bounce();
    collectLight(mediumHere, mediumThere, isIndirect, isFromCamera);
    if (!goesOn) return;
  }
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
    showBehind(isFromCamera ? straightness(cosine) : 1.0);
    if (!isFromCamera) return false;
    takeBehind(isFloor, x, z);
    if (Math.max(tR, Math.max(tG, tB)) < 1e-4) return false;
    if (areaLights != 0) crossLights(isFloor);
  }
  if (!isFloor) {
    if (isSharp) noteAlbedo(tR * kR, tG * kG, tB * kB);
    addSky(dX, dY, dZ, tR * kR, tG * kG, tB * kB, lastDensity, bounces > 1);
    return false;
  }
  passHorizon(isFromCamera, isSharp);
  S.shadeFloor(
    x,
    floorY,
    z,
    double(L.D_FLOOR_COLOUR),
    double(L.D_FLOOR_COLOUR + 1),
    double(L.D_FLOOR_COLOUR + 2),
  );
  enterMedium(0);
  return true;
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

/** The inner face of a solid, seen sharply: reflects or lets out by chance, without a shadow ray. */
function meetInnerFace(): void {
  const ior = refractionIndex();
  nextPair();
  const choice = u1;
  nextPair();
  const isOut = C.sampleExit(ior, choice);
  turn();
  moveOn(isOut);
  enterMedium(isOut ? 0 : H.material);
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
  leaveWall();
  notePick(B.density, H.pX, H.pY, H.pZ);
  if (areaLights != 0) pickShares();
  isSharp = false;
  isBendable = false;
  isBent = false;
  spreadRay(SCATTER_SPREAD / Math.sqrt(B.density));
  bounces++;
  if (side < 0) enterMedium(mediumBehind(medium));
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
    if (isBent) forgetPick();
  } else if (isSharp) {
    C.sampleThinPass(<f64>load<f32>(H.material, L.M_IOR));
    turn();
  }
  if (H.flags & L.F_SOLID) enterMedium(H.isBack ? 0 : H.material);
  moveOn(true);
}
