import { frameShares } from '../../contract/camera/picture-frame.ts';
import { add, cross } from '../../contract/scene/vector3.ts';
import type { Band, LinearPicture } from '../picture.ts';
import { cosTurns, sinTurns, turnsOf } from '../portable-maths.ts';
import type { Plate } from '../post/build-plate.ts';
import type { ToneMap } from '../post/tone-map.ts';
import type { SceneCamera } from '../scene.ts';
import type { Sun } from './clear-sky.ts';
import type { DrawnEnvironment } from './draw-environment.ts';
import { directionOfSun } from './hang-sun.ts';
import { softenMap } from './resample-map.ts';

/** Standard deviation of the widest blur. */
const BLUR_DEGREES = 12;

/** How surroundings are seen. */
export interface View {
  readonly rotationDegrees: number;
  /** 0 to 1, see the contract's `Environment`. */
  readonly blur: number;
  /** Multiplies all light. */
  readonly level: number;
  readonly toneMap: ToneMap;
}

/** What is seen of surroundings: the stage draws the same (`workers/viewer/backdrop.ts`). */
export function seenMap({ map }: DrawnEnvironment, blur: number): LinearPicture {
  return softenMap(map, blur * BLUR_DEGREES);
}

/**
 * Draws the surroundings as a picture's camera sees them behind the product, with the exposure and tone map of the product:
 * some rows of the picture at a time.
 */
export function openViewPlate(
  drawn: DrawnEnvironment,
  view: View,
): (camera: SceneCamera, band: Band) => Plate {
  const map = seenMap(drawn, view.blur);
  return (camera, band) => drawView(map, drawn, view, camera, band);
}

function drawView(
  map: LinearPicture,
  drawn: DrawnEnvironment,
  view: View,
  camera: SceneCamera,
  { top, rows }: Band,
): Plate {
  const { widthPx, heightPx } = camera;
  const { forward, right, up } = frameOf(camera);
  const rgb = new Float32Array(widthPx * rows * 3);
  const sun = drawn.sun === null ? null : openDisc(drawn.sun, view);
  const pixel: [number, number, number] = [0, 0, 0];
  for (let y = top; y < top + rows; y++) {
    const b = 1 - (2 * (y + 0.5)) / heightPx;
    for (let x = 0; x < widthPx; x++) {
      const a = (2 * (x + 0.5)) / widthPx - 1;
      const dx = forward[0] + a * right[0] + b * up[0];
      const dy = forward[1] + a * right[1] + b * up[1];
      const dz = forward[2] + a * right[2] + b * up[2];
      const across = Math.sqrt(dx * dx + dz * dz);
      const u = turnsOf(dx, -dz) + 0.5 - view.rotationDegrees / 360;
      readMap(map, u - Math.floor(u), 2 * turnsOf(across, dy), pixel);
      if (sun !== null) sun(dx, dy, dz, pixel);
      for (const k of [0, 1, 2] as const) pixel[k] *= view.level;
      view.toneMap(pixel);
      rgb.set(pixel, ((y - top) * widthPx + x) * 3);
    }
  }
  return { widthPx, heightPx: rows, rgb, exact: null };
}

type Triple = readonly [number, number, number];

function frameOf(camera: SceneCamera): { forward: Triple; right: Triple; up: Triple } {
  const { position, target, up } = camera;
  const forward = unit([target[0] - position[0], target[1] - position[1], target[2] - position[2]]);
  const right = unit(cross(forward, up));
  const above = cross(right, forward);
  const half = camera.fovDegrees / 720;
  const extent = sinTurns(half) / cosTurns(half);
  const frame = frameShares(camera.widthPx, camera.heightPx);
  const by = (v: Triple, factor: number): Triple => [v[0] * factor, v[1] * factor, v[2] * factor];
  const [aside, aloft] = (camera.shift ?? [0, 0]).map((share) => 2 * extent * share) as [number, number];
  const shifted = add(forward, add(by(right, aside), by(above, aloft)));
  return { forward: shifted, right: by(right, extent * frame.x), up: by(above, extent * frame.y) };
}

/** Between pixel centres, around the sphere and not over its poles. */
function readMap(map: LinearPicture, u: number, v: number, out: [number, number, number]): void {
  const { widthPx, heightPx, rgb } = map;
  const x = u * widthPx - 0.5;
  const y = Math.min(heightPx - 1, Math.max(0, v * heightPx - 0.5));
  const x0 = Math.floor(x);
  const y0 = Math.floor(y);
  const [fx, fy] = [x - x0, y - y0];
  const left = (x0 + widthPx) % widthPx;
  const right = (x0 + 1) % widthPx;
  const below = Math.min(heightPx - 1, y0 + 1);
  const at = (px: number, py: number, k: number) => rgb[(py * widthPx + px) * 3 + k] ?? 0;
  for (const k of [0, 1, 2] as const) {
    const top = at(left, y0, k) * (1 - fx) + at(right, y0, k) * fx;
    const bottom = at(left, below, k) * (1 - fx) + at(right, below, k) * fx;
    out[k] = top * (1 - fy) + bottom * fy;
  }
}

/** Softness of the disc's rim, in its radii. */
const RIM = 0.12;

/**
 * How the sun's disc is seen: out of focus it is as much wider and dimmer, and all rim.
 *
 * @returns The sine of half its width, how soft its rim is in radii, and its radiance for each of its irradiance.
 */
export function discOf(
  { degrees }: Sun,
  blur: number,
): { readonly sine: number; readonly rim: number; readonly bright: number } {
  const sine = sinTurns((degrees + 2 * blur * BLUR_DEGREES) / 720);
  return { sine, rim: blur > 0 ? 1 : RIM, bright: 1 / (Math.PI * sine * sine) };
}

/** Adds the sun where it stands. */
function openDisc(
  sun: Sun,
  { rotationDegrees, blur }: View,
): (dx: number, dy: number, dz: number, out: [number, number, number]) => void {
  const to = directionOfSun(sun, rotationDegrees);
  const { sine, rim, bright } = discOf(sun, blur);
  return (dx, dy, dz, out) => {
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    const cosine = (dx * to[0] + dy * to[1] + dz * to[2]) / length;
    if (cosine <= 0.5 || dy <= 0) return;
    const off = Math.sqrt(Math.max(0, 1 - cosine * cosine)) / sine;
    const t = Math.min(1, Math.max(0, (1 + RIM / 2 - off) / rim));
    const share = t * t * (3 - 2 * t) * bright;
    for (const k of [0, 1, 2] as const) out[k] += share * sun.irradiance[k];
  };
}

function unit(v: Triple): Triple {
  const length = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  return [v[0] / length, v[1] / length, v[2] / length];
}
