import * as L from '../layout.ts';
import * as H from './hit.ts';
import { exp2 } from './maths.ts';
import { hasSeeThrough, offset } from './scene.ts';
import { passB, passG, passR, prepareStraight } from './surface/bsdf.ts';
import * as S from './surface/surface.ts';
import { FAR, hitT, trace } from './traverse.ts';

/** Share of light that arrives per channel, after {@link isLit}. */
export let litR: f64 = 1;
export let litG: f64 = 1;
export let litB: f64 = 1;
/** Rays cast since the tile began. */
export let rays: i32 = 0;

/** Surfaces a straight ray may pass before it counts as blocked. */
const MAX_PASSES = 24;

export function resetRays(): void {
  rays = 0;
}

/** @param isSharp Backs of single-sided surfaces are not there for it. */
export function cast(x: f64, y: f64, z: f64, dx: f64, dy: f64, dz: f64, isSharp: bool): i32 {
  rays++;
  return trace(x, y, z, dx, dy, dz, false, isSharp ? L.PASSES_FROM_EYE : L.PASSES_NONE, FAR);
}

/** Absorption per channel over a distance in a solid's material. */
export function absorbed(medium: usize, channel: i32, distance: f64): f64 {
  return exp2(-(<f64>load<f32>(medium + L.M_ABSORPTION + ((<usize>channel) << 2))) * distance);
}

/**
 * Whether light reaches a point from a direction. Cut-outs, blended surfaces and glass let it through, tinted and
 * in a straight line: a shadow through glass is a coloured shadow, without the caustic. Overwrites the surface.
 *
 * @param medium Material record of the solid that the point is in, 0 for air.
 * @param passesBacks Whether light also falls through the backs of opaque single-sided surfaces.
 * @param reach How far away the light is: {@link FAR} for the sky.
 * @param solidsBlock Solid glass is in the way: what it lets through is found by bent paths instead.
 */
export function isLit(
  x: f64,
  y: f64,
  z: f64,
  dx: f64,
  dy: f64,
  dz: f64,
  medium: usize,
  passesBacks: bool,
  reach: f64,
  solidsBlock: bool,
): bool {
  litR = 1;
  litG = 1;
  litB = 1;
  for (let i = 0; i < MAX_PASSES; i++) {
    rays++;
    const passes = passesBacks ? L.PASSES_TO_LIGHT : L.PASSES_NONE;
    const hit = trace(x, y, z, dx, dy, dz, true, passes, <f32>reach);
    if (hit == -2) return false;
    if (hit == -1) return true;
    if (!hasSeeThrough) return false;
    H.locate(dx, dy, dz);
    if (medium != 0) {
      litR *= absorbed(medium, 0, hitT);
      litG *= absorbed(medium, 1, hitT);
      litB *= absorbed(medium, 2, hitT);
    }
    const share = H.flags & (L.F_MASK | L.F_BLEND) ? S.coverage() : 1.0;
    if (H.flags & L.F_TRANSMISSIVE && !(solidsBlock && H.flags & L.F_SOLID)) {
      prepareStraight(S.readGlass(dx, dy, dz));
      litR *= 1.0 - share + share * passR;
      litG *= 1.0 - share + share * passG;
      litB *= 1.0 - share + share * passB;
      if (H.flags & L.F_SOLID) medium = H.isBack ? 0 : H.material;
    } else {
      litR *= 1.0 - share;
      litG *= 1.0 - share;
      litB *= 1.0 - share;
    }
    if (Math.max(litR, Math.max(litG, litB)) < 1e-3) return false;
    x = H.pX - H.gX * offset;
    y = H.pY - H.gY * offset;
    z = H.pZ - H.gZ * offset;
    reach -= hitT + offset;
    if (reach <= 0.0) return true;
  }
  return false;
}
