import type { FloorSettings } from '../../contract/scene/floor.ts';
import type { LightRig } from '../../contract/scene/light-rig.ts';
import { parseColour } from '../parse-colour.ts';
import { type LinearPicture, luminance, samplePicture, shrinkPicture } from '../picture.ts';
import { cosTurns, sinTurns } from '../portable-maths.ts';
import type { Sky } from '../scene.ts';
import type { RigFrame } from './hang-lights.ts';

/** Rows of a sky before a backdrop with edges, and before one that changes slowly: a smaller one stays in a processor's cache. */
const HEIGHT = { edged: 256, even: 64 };
/** Side of what the dome is drawn from, and what of the mean luminance neighbours in it may differ by where it is even. */
const SMALL_PX = 24;
const EVEN_STEP = 0.1;

/** Light bounces back by 90 % at most: white paint does. */
export const MAX_BOUNCE = 0.9;

/** How much of a rig's light comes from the surroundings: a bright backdrop fills the shadows, a dark one does not. */
export function surroundingsShare({ surroundings }: LightRig, backdrop: LinearPicture): number {
  return (
    surroundings ??
    0.16 + 0.24 * Math.min(1, luminance(...meanColour(shrinkPicture(backdrop, SMALL_PX, SMALL_PX))))
  );
}

/**
 * Builds what surrounds a scene: a dome in the backdrop's colours, with the backdrop itself where the camera looks.
 *
 * @param backdrop What stands behind the product, as it will be seen. It lights, tints and is reflected.
 * @param light Unblocked irradiance on the floor over pi. Of rig and surroundings together it is 1 as a rule: a white matt
 *   floor then has radiance 1, and exposure is 1 for any background.
 * @param rows Height, half of the width; as many as the backdrop needs by default. The stage lights its preview by the same sky,
 *   drawn in so many.
 */
export function buildSky(backdrop: LinearPicture, frame: RigFrame, light: number, rows?: number): Sky {
  const small = shrinkPicture(backdrop, SMALL_PX, SMALL_PX);
  const grey = Math.max(0.02, luminance(...meanColour(small)));
  const heightPx = rows ?? (isEven(small, grey * EVEN_STEP) ? HEIGHT.even : HEIGHT.edged);
  const widthPx = 2 * heightPx;
  const radiance = new Float32Array(widthPx * heightPx * 3);
  const columns = Array.from({ length: widthPx }, (_, x) => {
    const phi = (x + 0.5) / widthPx - 0.5;
    return { sine: sinTurns(phi), cosine: cosTurns(phi) };
  });
  for (let y = 0; y < heightPx; y++) {
    const theta = (y + 0.5) / (2 * heightPx);
    const up = cosTurns(theta);
    const across = sinTurns(theta);
    for (const [x, { sine, cosine }] of columns.entries()) {
      const east = across * sine;
      const south = -across * cosine;
      const right = east * frame.rightX + south * frame.rightZ;
      const front = east * frame.frontX + south * frame.frontZ;
      addBackdrop(radiance, (y * widthPx + x) * 3, small, grey, [right, up, front]);
    }
  }
  const scale = (light * Math.PI) / Math.max(1e-6, floorLuminance(radiance, heightPx));
  for (let i = 0; i < radiance.length; i++) radiance[i] = (radiance[i] ?? 0) * scale;
  return { widthPx, heightPx, radiance };
}

/** Whether no pixel differs from the one beside or below it by more than a step, in any channel. */
function isEven({ widthPx, heightPx, rgb }: LinearPicture, step: number): boolean {
  for (let i = 0; i < rgb.length; i++) {
    const pixel = Math.floor(i / 3);
    const own = rgb[i] ?? 0;
    if (pixel % widthPx < widthPx - 1 && Math.abs((rgb[i + 3] ?? 0) - own) > step) return false;
    if (pixel < widthPx * (heightPx - 1) && Math.abs((rgb[i + widthPx * 3] ?? 0) - own) > step) return false;
  }
  return true;
}

/** Mean of all pixels. */
export function meanColour(picture: LinearPicture): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0];
  const count = picture.widthPx * picture.heightPx;
  for (let i = 0; i < count; i++) {
    for (const k of [0, 1, 2] as const) sum[k] += (picture.rgb[i * 3 + k] ?? 0) / count;
  }
  return sum;
}

/**
 * Linear colour of the light that a floor throws back.
 *
 * @param ground Of surroundings that are seen; null where the floor has the backdrop's colour.
 */
export function bounceOf(
  { colour, isShadowOnly, cyclorama }: Pick<FloorSettings, 'colour' | 'isShadowOnly' | 'cyclorama'>,
  backdrop: LinearPicture,
  ground: readonly [number, number, number] | null = null,
): [number, number, number] {
  if (cyclorama !== undefined) return capBounce(parseColour(cyclorama.colour));
  if (isShadowOnly) return [0, 0, 0];
  if (colour !== null) return capBounce(parseColour(colour));
  return ground === null ? floorColour(backdrop) : [...ground];
}

/** The floor has the colour of the lower third of what stands behind the product. */
function floorColour({ widthPx, heightPx, rgb }: LinearPicture): [number, number, number] {
  const rows = Math.max(1, Math.floor(heightPx / 3));
  const start = (heightPx - rows) * widthPx * 3;
  const lower = { widthPx, heightPx: rows, rgb: rgb.subarray(start) };
  return capBounce(meanColour(shrinkPicture(lower, 8, 4)));
}

/** What a floor of a colour throws back: never all of it. */
function capBounce(colour: readonly [number, number, number]): [number, number, number] {
  const [r, g, b] = colour;
  return [Math.min(MAX_BOUNCE, r), Math.min(MAX_BOUNCE, g), Math.min(MAX_BOUNCE, b)];
}

/**
 * The backdrop wraps around: its middle stands behind the product, its edges at the sides, mirrored towards the
 * camera. Half of its colour goes: a dome as red as its backdrop would turn a white product pink.
 */
function addBackdrop(
  out: Float32Array,
  at: number,
  backdrop: LinearPicture,
  grey: number,
  [x, y, z]: readonly [number, number, number],
): void {
  const across = Math.sqrt(Math.max(1e-9, x * x + z * z));
  const v = 0.55 - 0.5 * y;
  const u = 0.5 + 0.5 * (x / across);
  for (let k = 0; k < 3; k++)
    out[at + k] = (0.5 * samplePicture(backdrop, u, v, k) + 0.5 * grey) * (1 + 0.5 * z);
}

/** Luminance of the irradiance on an upward plane: exact for radiance constant within each pixel. */
export function floorLuminance(radiance: Float32Array, heightPx: number): number {
  const widthPx = 2 * heightPx;
  let total = 0;
  for (let y = 0; y < heightPx / 2; y++) {
    let row = 0;
    for (let x = 0; x < widthPx; x++) {
      const at = (y * widthPx + x) * 3;
      row += luminance(radiance[at] ?? 0, radiance[at + 1] ?? 0, radiance[at + 2] ?? 0);
    }
    total += row * floorWeight(y, heightPx);
  }
  return total;
}

/** What a pixel of a row above the horizon counts for on an upward plane: its solid angle, times the cosine. */
export function floorWeight(y: number, heightPx: number): number {
  const top = sinTurns(y / (2 * heightPx));
  const bottom = sinTurns((y + 1) / (2 * heightPx));
  return ((bottom * bottom - top * top) / 2) * (Math.PI / heightPx);
}
