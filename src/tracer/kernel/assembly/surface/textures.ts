import * as L from '../../layout.ts';
import { block, byteTables, textures } from '../scene.ts';

/** Linear value of the last lookup. */
export let texR: f64 = 0;
export let texG: f64 = 0;
export let texB: f64 = 0;
export let texA: f64 = 0;

/** Width of the ray where textures are read, stage units; 0 reads their finest level. */
export let rayWidth: f64 = 0;
/** Square of how far a sample reaches across the texture, in its coordinates; 0 reads the finest level. */
let reach: f64 = 0;

export function setRayWidth(width: f64): void {
  rayWidth = width;
}

export function setReach(square: f64): void {
  reach = square;
}

/** The level whose texels are about as large as a reach, given in texels squared: half of its binary logarithm. */
function levelOf(square: f64): i32 {
  const exponent = <i32>((reinterpret<i64>(square) >> 52) & 0x7ff) - 1023;
  return max(0, (exponent + 1) >> 1);
}

/** Brings a coordinate near the image: mode 0 repeat, 1 mirror, 2 clamp. */
function reduce(x: f64, mode: i32): f64 {
  if (mode == 0) return x - Math.floor(x);
  if (mode == 1) return x - 2.0 * Math.floor(x * 0.5);
  return Math.min(2.0, Math.max(-1.0, x));
}

function wrap(i: i32, size: i32, mode: i32): i32 {
  if (mode == 2) return max(0, min(size - 1, i));
  if (mode == 0) return i < 0 ? i + size : i >= size ? i - size : i;
  if (i < 0) i = -1 - i;
  if (i >= 2 * size) i -= 2 * size;
  return i >= size ? 2 * size - 1 - i : i;
}

function addTexel(at: usize, table: usize, w: f64): void {
  texR += <f64>load<f32>(table + ((<usize>load<u8>(at)) << 2)) * w;
  texG += <f64>load<f32>(table + ((<usize>load<u8>(at, 1)) << 2)) * w;
  texB += <f64>load<f32>(table + ((<usize>load<u8>(at, 2)) << 2)) * w;
  texA += <f64>load<f32>(byteTables + ((<usize>load<u8>(at, 3)) << 2)) * w;
}

/** Reads a texture at uv, v down, into `texR` to `texA`. */
export function readTexture(id: i32, u: f64, v: f64): void {
  const record = textures + <usize>id * L.TEXTURE_BYTES;
  let w = load<i32>(record, 4),
    h = load<i32>(record, 8),
    texels = block + <usize>load<u32>(record);
  const flags = load<i32>(record, 12);
  const levels = (flags >> L.TEXTURE_LEVELS_SHIFT) & L.TEXTURE_LEVELS_MOST;
  if (reach > 0.0 && levels > 0) {
    const level = min(levels, levelOf(reach * <f64>w * <f64>h));
    for (let i = 0; i < level; i++) {
      texels += (<usize>(w * h)) << 2;
      w = max(1, w >> 1);
      h = max(1, h >> 1);
    }
  }
  const modeS = (flags >> L.TEXTURE_WRAP_S_SHIFT) & 3,
    modeT = (flags >> L.TEXTURE_WRAP_T_SHIFT) & 3;
  const table = flags & L.TEXTURE_IS_SRGB ? byteTables + 1024 : byteTables;
  const x = reduce(u, modeS) * <f64>w,
    y = reduce(v, modeT) * <f64>h;
  texR = 0;
  texG = 0;
  texB = 0;
  texA = 0;
  if (flags & L.TEXTURE_IS_NEAREST) {
    const i = wrap(<i32>Math.floor(x), w, modeS),
      j = wrap(<i32>Math.floor(y), h, modeT);
    addTexel(texels + ((<usize>(j * w + i)) << 2), table, 1.0);
    return;
  }
  const xf = Math.floor(x - 0.5),
    yf = Math.floor(y - 0.5);
  const fx = x - 0.5 - xf,
    fy = y - 0.5 - yf;
  const x0 = wrap(<i32>xf, w, modeS),
    x1 = wrap(<i32>xf + 1, w, modeS);
  const y0 = wrap(<i32>yf, h, modeT) * w,
    y1 = wrap(<i32>yf + 1, h, modeT) * w;
  addTexel(texels + ((<usize>(y0 + x0)) << 2), table, (1.0 - fx) * (1.0 - fy));
  addTexel(texels + ((<usize>(y0 + x1)) << 2), table, fx * (1.0 - fy));
  addTexel(texels + ((<usize>(y1 + x0)) << 2), table, (1.0 - fx) * fy);
  addTexel(texels + ((<usize>(y1 + x1)) << 2), table, fx * fy);
}
