import * as H from '../hit.ts';
import { cosine, sine, turn } from '../maths.ts';
import { u1, u2 } from '../random.ts';
import * as B from './bsdf.ts';
import * as F from './frames.ts';
import { fresnel } from './microfacet.ts';
import * as S from './surface.ts';

/** Direction of the last sample, in the scene's frame. */
export let outX: f64 = 0;
export let outY: f64 = 0;
export let outZ: f64 = 0;
/** Last microfacet. */
export let hX: f64 = 0;
export let hY: f64 = 0;
export let hZ: f64 = 0;

/** Visible normal of a view in its frame (Dupuy and Benyoub 2023) by the current random pair, into h. */
export function sampleNormal(x: f64, y: f64, z: f64, ax: f64, ay: f64): void {
  let sx = x * ax,
    sy = y * ay,
    sz = z;
  let il = 1.0 / Math.sqrt(sx * sx + sy * sy + sz * sz);
  sx *= il;
  sy *= il;
  sz *= il;
  const cz = (1.0 - u2) * (1.0 + sz) - sz;
  const radius = Math.sqrt(Math.max(0.0, 1.0 - cz * cz));
  turn(u1);
  const nx = (radius * cosine + sx) * ax,
    ny = (radius * sine + sy) * ay,
    nz = Math.max(1e-9, cz + sz);
  il = 1.0 / Math.sqrt(nx * nx + ny * ny + nz * nz);
  hX = nx * il;
  hY = ny * il;
  hZ = nz * il;
}

function leave(x: f64, y: f64, z: f64): void {
  outX = x * F.tX + y * F.bX + z * H.nX;
  outY = x * F.tY + y * F.bY + z * H.nY;
  outZ = x * F.tZ + y * F.bZ + z * H.nZ;
}

/**
 * Picks a direction among the lobes but for passing through by the current random pair.
 *
 * @param choice 0 to 1, what is left of the lobe choice after passing through was refused.
 */
export function sampleReflection(choice: f64): void {
  if (choice < B.coatShare) {
    sampleNormal(B.cvX, B.cvY, B.cvZ, B.coatAlpha, B.coatAlpha);
    const vh = 2.0 * (B.cvX * hX + B.cvY * hY + B.cvZ * hZ);
    const x = vh * hX - B.cvX,
      y = vh * hY - B.cvY,
      z = vh * hZ - B.cvZ;
    outX = x * F.ctX + y * F.cbX + z * H.cX;
    outY = x * F.ctY + y * F.cbY + z * H.cY;
    outZ = x * F.ctZ + y * F.cbZ + z * H.cZ;
    return;
  }
  if (choice < B.coatShare + B.specularShare) {
    sampleNormal(B.vX, B.vY, B.vZ, B.alphaX, B.alphaY);
    const vh = 2.0 * (B.vX * hX + B.vY * hY + B.vZ * hZ);
    leave(vh * hX - B.vX, vh * hY - B.vY, vh * hZ - B.vZ);
    return;
  }
  const radius = Math.sqrt(u1);
  turn(u2);
  const z = Math.sqrt(Math.max(0.0, 1.0 - u1));
  const isBelow = choice >= B.coatShare + B.specularShare + B.diffuseShare && B.transShare > 0.0;
  leave(radius * cosine, radius * sine, isBelow ? -z : z);
}

/** Through a thin wall: straight when smooth, else the mirrored reflection. Rougher glass of low index bends less. */
export function sampleThinPass(ior: f64): void {
  const rough = S.roughness * Math.min(1.0, Math.max(0.0, ior * 2.0 - 2.0));
  const a = Math.max(1e-4, rough * rough);
  sampleNormal(B.vX, B.vY, B.vZ, a, a);
  const vh = 2.0 * (B.vX * hX + B.vY * hY + B.vZ * hZ);
  leave(vh * hX - B.vX, vh * hY - B.vY, -Math.abs(vh * hZ - B.vZ));
}

/** Into a solid from outside: refraction about a microfacet, always possible. */
export function sampleEntry(ior: f64): void {
  sampleNormal(B.vX, B.vY, B.vZ, B.alphaX, B.alphaY);
  refract(B.vX * hX + B.vY * hY + B.vZ * hZ, 1.0 / ior);
}

/**
 * At the inner face of a solid: reflects with the exact Fresnel share, all of it beyond the critical angle.
 *
 * @returns True when the ray leaves the solid.
 */
export function sampleExit(ior: f64, choice: f64): bool {
  sampleNormal(B.vX, B.vY, B.vZ, B.alphaX, B.alphaY);
  const c = Math.min(1.0, B.vX * hX + B.vY * hY + B.vZ * hZ);
  if (choice < fresnel(c, ior)) {
    leave(2.0 * c * hX - B.vX, 2.0 * c * hY - B.vY, Math.abs(2.0 * c * hZ - B.vZ));
    return false;
  }
  refract(c, ior);
  return true;
}

/** Bends the view about the microfacet; what would stay above the surface is folded below it. */
function refract(c: f64, eta: f64): void {
  const k = eta * c - Math.sqrt(Math.max(0.0, 1.0 - eta * eta * (1.0 - c * c)));
  leave(k * hX - eta * B.vX, k * hY - eta * B.vY, -Math.abs(k * hZ - eta * B.vZ));
}
