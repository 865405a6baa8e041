import * as H from '../hit.ts';
import * as O from './lobes.ts';
import * as S from './surface.ts';

/** Shading frame, coat frame. */
export let tX: f64 = 0;
export let tY: f64 = 0;
export let tZ: f64 = 0;
export let bX: f64 = 0;
export let bY: f64 = 0;
export let bZ: f64 = 0;
export let ctX: f64 = 0;
export let ctY: f64 = 0;
export let ctZ: f64 = 0;
export let cbX: f64 = 0;
export let cbY: f64 = 0;
export let cbZ: f64 = 0;

/** Frame around the shading normal (Duff et al. 2017), then around the coat's. */
export function makeFrames(): void {
  const nx = H.nX,
    ny = H.nY,
    nz = H.nZ;
  const side: f64 = nz >= 0.0 ? 1.0 : -1.0;
  const a = -1.0 / (side + nz),
    b = nx * ny * a;
  tX = 1.0 + side * nx * nx * a;
  tY = side * b;
  tZ = -side * nx;
  bX = b;
  bY = side + ny * ny * a;
  bZ = -ny;
  if (O.anisotropy > 0.0) stretchFrame();
  if (S.coat <= 0.0) return;
  const cx = H.cX,
    cy = H.cY,
    cz = H.cZ;
  const coatSide: f64 = cz >= 0.0 ? 1.0 : -1.0;
  const ca = -1.0 / (coatSide + cz),
    cb = cx * cy * ca;
  ctX = 1.0 + coatSide * cx * cx * ca;
  ctY = coatSide * cb;
  ctZ = -coatSide * cx;
  cbX = cb;
  cbY = coatSide + cy * cy * ca;
  cbZ = -cy;
}

/** Turns the shading frame so that x is where the highlight is stretched; it stays where that stands upright. */
function stretchFrame(): void {
  const along = H.aX * H.nX + H.aY * H.nY + H.aZ * H.nZ;
  const x = H.aX - along * H.nX,
    y = H.aY - along * H.nY,
    z = H.aZ - along * H.nZ;
  const length = Math.sqrt(x * x + y * y + z * z);
  if (length < 1e-6) return;
  tX = x / length;
  tY = y / length;
  tZ = z / length;
  bX = H.nY * tZ - H.nZ * tY;
  bY = H.nZ * tX - H.nX * tZ;
  bZ = H.nX * tY - H.nY * tX;
}
