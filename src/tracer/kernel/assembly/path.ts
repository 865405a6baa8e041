import * as L from '../layout.ts';
import * as B from './bsdf.ts';
import { nextPair, u1, u2 } from './random.ts';
import { clamp, double, estimator, floorY, hasFloor, maxBounces, offset } from './scene.ts';
import { absorbed, cast, isLit, litB, litG, litR } from './shadow.ts';
import { lookUpSky, sampleSky, skyB, skyDensity, skyG, skyR, skyX, skyY, skyZ } from './sky.ts';
import * as H from './hit.ts';
import * as S from './surface.ts';
import { hitT } from './traverse.ts';

/** Radiance along the last path. */
export let sumR: f64 = 0;
export let sumG: f64 = 0;
export let sumB: f64 = 0;
/** Share of what lies behind that shows, and whether that is the floor, where, and along which direction. */
export let through: f64 = 0;
export let isFloorBehind: bool = false;
export let floorX: f64 = 0;
export let floorZ: f64 = 0;
export let floorDX: f64 = 0;
export let floorDY: f64 = 0;
export let floorDZ: f64 = 0;
/** First surface on the path: albedo and shading normal. */
export let hasFirst: bool = false;
export let firstR: f64 = 0;
export let firstG: f64 = 0;
export let firstB: f64 = 0;
export let firstX: f64 = 0;
export let firstY: f64 = 0;
export let firstZ: f64 = 0;

/** Surfaces a path may meet, whether they scatter or let it pass. */
const MAX_EVENTS = 32;
/** A path that leaves within 8 degrees of where it came from shows the plate behind, beyond 30 degrees the sky. */
const STRAIGHT: f64 = 0.99;
const BENT: f64 = 0.87;

let bounces: i32 = 0;

/** Adds light; what arrives after the second scattering is clamped. */
// @ts-ignore: decorator
@inline
function addLight(r: f64, g: f64, b: f64, isIndirect: bool): void {
  if (isIndirect) {
    const most = Math.max(r, Math.max(g, b));
    if (most > clamp) {
      const k = clamp / most;
      r *= k;
      g *= k;
      b *= k;
    }
  }
  sumR += r;
  sumG += g;
  sumB += b;
}

/**
 * Follows one path and leaves its light in `sumR` to `sumB`.
 *
 * A path from the camera is *sharp* until it scatters: glass refracts it, single-sided back faces do not exist, and
 * what it sees behind is given back in `through`. After that, and for light that comes up from the floor, glass lets
 * rays through in a straight line, exactly as shadow rays do, so both ways of finding the sky agree.
 */
export function tracePath(ox: f64, oy: f64, oz: f64, dx: f64, dy: f64, dz: f64, isSharp: bool): void {
  sumR = 0;
  sumG = 0;
  sumB = 0;
  through = 0;
  isFloorBehind = false;
  hasFirst = false;
  bounces = 0;
  const wasSharp = isSharp;
  const startX = dx, startY = dy, startZ = dz;
  let tR: f64 = 1, tG: f64 = 1, tB: f64 = 1;
  // 0: the direction had no other way to be found; -1: the sky is counted elsewhere.
  let lastDensity: f64 = isSharp ? 0.0 : -1.0;
  let medium: usize = 0;
  for (let event = 0; event < MAX_EVENTS; event++) {
    const hit = cast(ox, oy, oz, dx, dy, dz);
    const isFloor = hasFloor && dy < 0.0 && oy > floorY && (floorY - oy) / dy < hitT;
    if (isFloor || hit < 0) {
      // 1. Nothing of the product any more: what is behind shows through.
      if (lastDensity <= 0.0 && bounces == 0) {
        const straight = wasSharp ? Math.min(1.0, Math.max(0.0, (dx * startX + dy * startY + dz * startZ - BENT) / (STRAIGHT - BENT))) : 1.0;
        through = straight * Math.min(1.0, Math.min(tR, Math.min(tG, tB)));
        if (!wasSharp) return;
        tR = Math.max(0.0, tR - through);
        tG = Math.max(0.0, tG - through);
        tB = Math.max(0.0, tB - through);
        if (isFloor) {
          const t = (floorY - oy) / dy;
          isFloorBehind = true;
          floorX = ox + dx * t;
          floorZ = oz + dz * t;
          floorDX = dx;
          floorDY = dy;
          floorDZ = dz;
        }
        if (Math.max(tR, Math.max(tG, tB)) < 1e-4) return;
      }
      if (!isFloor) {
        lookUpSky(dx, dy, dz);
        let w: f64 = 1.0;
        if (lastDensity > 0.0) w = estimator == 0 ? lastDensity / (lastDensity + skyDensity) : estimator == 2 ? 1.0 : 0.0;
        addLight(tR * skyR * w, tG * skyG * w, tB * skyB * w, bounces > 1);
        return;
      }
      const t = (floorY - oy) / dy;
      S.shadeFloor(ox + dx * t, floorY, oz + dz * t, double(L.D_FLOOR_COLOUR), double(L.D_FLOOR_COLOUR + 1), double(L.D_FLOOR_COLOUR + 2));
      medium = 0;
    } else {
      H.locate(dx, dy, dz);
      if (medium != 0) {
        tR *= absorbed(medium, 0, hitT);
        tG *= absorbed(medium, 1, hitT);
        tB *= absorbed(medium, 2, hitT);
      }
      // 2. Surfaces that are not there for this ray.
      const isCulled = isSharp && H.isBack && !(H.flags & (L.F_DOUBLE_SIDED | L.F_SOLID));
      let isGone = isCulled;
      if (!isGone && H.flags & (L.F_MASK | L.F_BLEND)) {
        const share = S.coverage();
        if (share < 1.0) {
          nextPair();
          isGone = u1 >= share;
        }
      }
      if (isGone) {
        ox = H.pX - H.gX * offset;
        oy = H.pY - H.gY * offset;
        oz = H.pZ - H.gZ * offset;
        continue;
      }
      S.shade(dx, dy, dz);
      if (event == 0 || !hasFirst) noteFirst();
      if (H.flags & L.F_UNLIT) {
        const white = double(L.D_WHITE);
        addLight(tR * S.baseR * white, tG * S.baseG * white, tB * S.baseB * white, bounces > 1);
        return;
      }
      if (S.emitR + S.emitG + S.emitB > 0.0) addLight(tR * S.emitR, tG * S.emitG, tB * S.emitB, bounces > 1);
    }
    B.prepare(dx, dy, dz);
    const aboveX = H.pX + H.gX * offset, aboveY = H.pY + H.gY * offset, aboveZ = H.pZ + H.gZ * offset;
    const belowX = H.pX - H.gX * offset, belowY = H.pY - H.gY * offset, belowZ = H.pZ - H.gZ * offset;
    const gX = H.gX, gY = H.gY, gZ = H.gZ;
    const flags = H.flags, material = H.material, isBack = H.isBack;
    // 3. The inner face of a solid, seen sharply: all or nothing, no shadow ray.
    if (isSharp && isBack && flags & L.F_SOLID) {
      nextPair();
      const choice = u1;
      nextPair();
      const isOut = B.sampleExit(<f64>load<f32>(material, L.M_IOR), choice);
      dx = B.outX;
      dy = B.outY;
      dz = B.outZ;
      ox = isOut ? belowX : aboveX;
      oy = isOut ? belowY : aboveY;
      oz = isOut ? belowZ : aboveZ;
      medium = isOut ? 0 : material;
      continue;
    }
    // 4. Sky light by way of the sky. The shadow ray overwrites the surface, so the value is taken first, and the
    //    BSDF is evaluated for the next direction before it too.
    nextPair();
    sampleSky();
    const lx = skyX, ly = skyY, lz = skyZ;
    let litByR: f64 = 0, litByG: f64 = 0, litByB: f64 = 0;
    let mayBeLit = false;
    if (estimator != 2 && lx * gX + ly * gY + lz * gZ > 0.0 && !(hasFloor && ly < 0.0 && aboveY > floorY)) {
      B.evaluate(lx, ly, lz);
      const most = Math.max(B.valR, Math.max(B.valG, B.valB));
      if (most > 0.0 && skyDensity > 0.0) {
        const w = estimator == 0 ? 1.0 / (skyDensity + B.density) : 1.0 / skyDensity;
        litByR = tR * B.valR * skyR * w;
        litByG = tG * B.valG * skyG * w;
        litByB = tB * B.valB * skyB * w;
        mayBeLit = Math.max(litByR, Math.max(litByG, litByB)) > 0.0;
      }
    }
    // 5. The next direction.
    let goesOn = bounces < maxBounces;
    let isThrough = false;
    const wasIndirect = bounces > 0;
    const shadowMedium = medium;
    if (goesOn) {
      nextPair();
      const choice = u1, survival = u2;
      nextPair();
      if (choice < B.passShare) {
        isThrough = true;
        const k = 1.0 / B.passShare;
        tR *= B.passR * k;
        tG *= B.passG * k;
        tB *= B.passB * k;
        if (isSharp) {
          const ior = <f64>load<f32>(material, L.M_IOR);
          if (flags & L.F_SOLID) B.sampleEntry(ior);
          else B.sampleThinPass(ior);
          dx = B.outX;
          dy = B.outY;
          dz = B.outZ;
        }
        if (flags & L.F_SOLID) medium = isBack ? 0 : material;
      } else {
        B.sampleReflection(choice - B.passShare);
        dx = B.outX;
        dy = B.outY;
        dz = B.outZ;
        goesOn = false;
        if (dx * gX + dy * gY + dz * gZ > 0.0) {
          B.evaluate(dx, dy, dz);
          if (B.density > 1e-12) {
            const k = 1.0 / B.density;
            tR *= B.valR * k;
            tG *= B.valG * k;
            tB *= B.valB * k;
            lastDensity = B.density;
            isSharp = false;
            bounces++;
            goesOn = true;
            if (bounces >= 3) {
              const q = Math.min(0.95, Math.max(tR, Math.max(tG, tB)));
              if (survival >= q) goesOn = false;
              else {
                const iq = 1.0 / q;
                tR *= iq;
                tG *= iq;
                tB *= iq;
              }
            }
          }
        }
      }
    }
    if (mayBeLit && isLit(aboveX, aboveY, aboveZ, lx, ly, lz, shadowMedium)) {
      addLight(litByR * litR, litByG * litG, litByB * litB, wasIndirect);
    }
    if (!goesOn) return;
    ox = isThrough ? belowX : aboveX;
    oy = isThrough ? belowY : aboveY;
    oz = isThrough ? belowZ : aboveZ;
  }
}

// @ts-ignore: decorator
@inline
function noteFirst(): void {
  hasFirst = true;
  const t = S.transmission;
  firstR = S.baseR + (1.0 - S.baseR) * t;
  firstG = S.baseG + (1.0 - S.baseG) * t;
  firstB = S.baseB + (1.0 - S.baseB) * t;
  firstX = H.nX;
  firstY = H.nY;
  firstZ = H.nZ;
}
