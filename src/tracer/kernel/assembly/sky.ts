import { turnsOf } from '../../portable-maths.ts';
import { cosine, sine, turn } from './maths.ts';
import { u1, u2 } from './random.ts';
import { sky, skyHeight, skyMarginal, skyMarginalGuide, skyRowGuides, skyRows, skyWidth } from './scene.ts';

/** Radiance and density per solid angle of the last lookup or sample. */
export let skyR: f64 = 0;
export let skyG: f64 = 0;
export let skyB: f64 = 0;
export let skyDensity: f64 = 0;
/** Direction of the last sample. */
export let skyX: f64 = 0;
export let skyY: f64 = 0;
export let skyZ: f64 = 0;

const TWO_PI_SQUARED: f64 = 19.739208802178716;
/** The greatest number that a random pair holds. */
const BELOW_ONE: f64 = 1.0 - 1.0 / 4294967296.0;

function cumulative(sums: usize, index: i32): f64 {
  return <f64>load<f32>(sums + ((<usize>index) << 2));
}

/** Interpolates radiance at a place in pixels and divides by the density's Jacobian. */
function readSky(x: f64, y: f64, cellShare: f64, across: f64): void {
  const xl = x - 0.5,
    yl = y - 0.5;
  const xf = Math.floor(xl),
    yf = Math.floor(yl);
  const fx = xl - xf,
    fy = yl - yf;
  let x0 = <i32>xf,
    x1 = x0 + 1,
    y0 = <i32>yf,
    y1 = y0 + 1;
  if (x0 < 0) x0 += skyWidth;
  if (x1 >= skyWidth) x1 -= skyWidth;
  if (y0 < 0) y0 = 0;
  if (y1 >= skyHeight) y1 = skyHeight - 1;
  const a = sky + <usize>(y0 * skyWidth + x0) * 12,
    b = sky + <usize>(y0 * skyWidth + x1) * 12;
  const c = sky + <usize>(y1 * skyWidth + x0) * 12,
    d = sky + <usize>(y1 * skyWidth + x1) * 12;
  const wa = (1.0 - fx) * (1.0 - fy),
    wb = fx * (1.0 - fy),
    wc = (1.0 - fx) * fy,
    wd = fx * fy;
  skyR = <f64>load<f32>(a) * wa + <f64>load<f32>(b) * wb + <f64>load<f32>(c) * wc + <f64>load<f32>(d) * wd;
  skyG =
    <f64>load<f32>(a, 4) * wa +
    <f64>load<f32>(b, 4) * wb +
    <f64>load<f32>(c, 4) * wc +
    <f64>load<f32>(d, 4) * wd;
  skyB =
    <f64>load<f32>(a, 8) * wa +
    <f64>load<f32>(b, 8) * wb +
    <f64>load<f32>(c, 8) * wc +
    <f64>load<f32>(d, 8) * wd;
  skyDensity = (cellShare * <f64>skyWidth * <f64>skyHeight) / (TWO_PI_SQUARED * Math.max(1e-6, across));
}

/** Radiance towards a unit direction, and the density with which {@link sampleSky} picks it. */
export function lookUpSky(dx: f64, dy: f64, dz: f64): void {
  const across = Math.sqrt(dx * dx + dz * dz);
  let u = turnsOf(dx, -dz) + 0.5;
  u -= Math.floor(u);
  const x = u * <f64>skyWidth,
    y = turnsOf(across, dy) * 2.0 * <f64>skyHeight;
  const column = min(skyWidth - 1, <i32>x),
    row = min(skyHeight - 1, <i32>y);
  const sums = skyRows + ((<usize>(row * (skyWidth + 1))) << 2);
  const share =
    (cumulative(skyMarginal, row + 1) - cumulative(skyMarginal, row)) *
    (cumulative(sums, column + 1) - cumulative(sums, column));
  readSky(x, y, share, across);
}

/**
 * Picks a direction by the current random pair, in proportion to the sky's radiance.
 *
 * @param share Of all light that is looked for: the first number is below it, and all of it is the sky's.
 */
export function sampleSky(share: f64): void {
  const height = Math.min(BELOW_ONE, u1 / share);
  let row = <i32>load<u16>(skyMarginalGuide + ((<usize>(<i32>(height * <f64>skyHeight))) << 1));
  while (row + 1 < skyHeight && cumulative(skyMarginal, row + 1) <= height) row++;
  const m0 = cumulative(skyMarginal, row),
    rowShare = cumulative(skyMarginal, row + 1) - m0;
  const sums = skyRows + ((<usize>(row * (skyWidth + 1))) << 2);
  let column = <i32>load<u16>(skyRowGuides + ((<usize>(row * skyWidth + <i32>(u2 * <f64>skyWidth))) << 1));
  while (column + 1 < skyWidth && cumulative(sums, column + 1) <= u2) column++;
  const c0 = cumulative(sums, column),
    columnShare = cumulative(sums, column + 1) - c0;
  const x = <f64>column + Math.min(0.999999, Math.max(0.0, (u2 - c0) / Math.max(1e-12, columnShare)));
  const y = <f64>row + Math.min(0.999999, Math.max(0.0, (height - m0) / Math.max(1e-12, rowShare)));
  turn((0.5 * y) / <f64>skyHeight);
  const across = sine;
  skyY = cosine;
  turn(x / <f64>skyWidth - 0.5);
  skyX = across * sine;
  skyZ = -across * cosine;
  readSky(x, y, rowShare * columnShare, across);
}
