import { type LinearPicture, luminance, samplePicture, shrinkPicture } from '../picture.ts';
import { cosTurns, sinTurns } from '../portable-maths.ts';
import type { SceneCamera, Sky } from '../scene.ts';
import type { Softbox } from './choose-light-rig.ts';

const HEIGHT = 256;
/** Fraction of a softbox's half extent over which it fades: hard edges ring in sharp reflections. */
const BOX_FADE = 0.16;

/** Bright floors bounce 90 % at most: white paint does. */
const MAX_BOUNCE = 0.9;

/** Everything that shines. */
export interface SkyPlan {
  readonly rig: readonly Softbox[];
  /** What stands behind the product, as it will be seen. It lights, tints and is reflected. */
  readonly backdrop: LinearPicture;
  /** The lights stand in relation to it; position and target only. */
  readonly camera: SceneCamera;
  /** Multiplies the softboxes' colour; luminance 1. */
  readonly tint: readonly [number, number, number];
}

/**
 * Builds the only light of a scene: a dome in the backdrop's colours, the backdrop itself where the camera looks,
 * and the softboxes. Scaled so that the unblocked irradiance on the floor has luminance pi: a white matt floor then
 * has radiance 1, and exposure is 1 for any background.
 *
 * @param heightPx Half of the width. The stage lights its preview by the same sky, drawn more coarsely.
 */
export function buildSky(plan: SkyPlan, heightPx = HEIGHT): Sky {
  const widthPx = 2 * heightPx;
  const frame = rigFrame(plan.camera);
  const small = shrinkPicture(plan.backdrop, 24, 24);
  const mean = meanColour(small);
  // A bright backdrop fills the shadows, a dark one leaves the softboxes alone.
  const domeShare = 0.16 + 0.24 * Math.min(1, luminance(...mean));
  const grey = Math.max(0.02, luminance(...mean));

  const hung = plan.rig.map(hang);
  const dome = new Float32Array(widthPx * heightPx * 3);
  const boxes = new Float32Array(widthPx * heightPx * 3);
  for (let y = 0; y < heightPx; y++) {
    const theta = (y + 0.5) / (2 * heightPx);
    const up = cosTurns(theta);
    const across = sinTurns(theta);
    for (let x = 0; x < widthPx; x++) {
      const phi = (x + 0.5) / widthPx - 0.5;
      const east = across * sinTurns(phi);
      const south = -across * cosTurns(phi);
      const right = east * frame.rightX + south * frame.rightZ;
      const front = east * frame.frontX + south * frame.frontZ;
      const at = (y * widthPx + x) * 3;
      addBackdrop(dome, at, small, grey, [right, up, front]);
      for (const box of hung) addSoftbox(boxes, at, box, plan.tint, right, up, front);
    }
  }
  const domeScale = (domeShare * Math.PI) / Math.max(1e-6, floorLuminance(dome, heightPx));
  const boxScale = ((1 - domeShare) * Math.PI) / Math.max(1e-6, floorLuminance(boxes, heightPx));
  const radiance = new Float32Array(dome.length);
  for (let i = 0; i < radiance.length; i++) {
    radiance[i] = (dome[i] ?? 0) * domeScale + (boxes[i] ?? 0) * boxScale;
  }
  return { widthPx, heightPx, radiance };
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

/** The floor has the colour of the lower third of what stands behind the product. */
export function floorColour({ widthPx, heightPx, rgb }: LinearPicture): [number, number, number] {
  const rows = Math.max(1, Math.floor(heightPx / 3));
  const start = (heightPx - rows) * widthPx * 3;
  const lower = { widthPx, heightPx: rows, rgb: rgb.subarray(start) };
  const [r, g, b] = meanColour(shrinkPicture(lower, 8, 4));
  const cap = (value: number) => Math.min(MAX_BOUNCE, value);
  return [cap(r), cap(g), cap(b)];
}

interface RigFrame {
  readonly rightX: number;
  readonly rightZ: number;
  readonly frontX: number;
  readonly frontZ: number;
}

/** Only the compass direction of the camera turns the rig: lights keep their height when it looks from above. */
function rigFrame(camera: SceneCamera): RigFrame {
  let x = camera.position[0] - camera.target[0];
  let z = camera.position[2] - camera.target[2];
  let length = Math.sqrt(x * x + z * z);
  if (length < 1e-4) {
    // Straight from above or below: the top of the picture is the back of the stage.
    x = -camera.up[0];
    z = -camera.up[2];
    length = Math.sqrt(x * x + z * z);
  }
  if (length < 1e-4) return { rightX: 1, rightZ: 0, frontX: 0, frontZ: 1 };
  return { frontX: x / length, frontZ: z / length, rightX: z / length, rightZ: -x / length };
}

type Direction = readonly [number, number, number];

/**
 * The backdrop wraps around: its middle stands behind the product, its edges at the sides, mirrored towards the
 * camera. Half of its colour goes: a dome as red as its backdrop would turn a white product pink.
 */
function addBackdrop(
  out: Float32Array,
  at: number,
  backdrop: LinearPicture,
  grey: number,
  [x, y, z]: Direction,
): void {
  const across = Math.sqrt(Math.max(1e-9, x * x + z * z));
  const v = 0.55 - 0.5 * y;
  const u = 0.5 + 0.5 * (x / across);
  for (let k = 0; k < 3; k++)
    out[at + k] = (0.5 * samplePicture(backdrop, u, v, k) + 0.5 * grey) * (1 + 0.5 * z);
}

/** A softbox with the axes of its surface. */
interface HungBox extends Softbox {
  readonly right: Direction;
  readonly up: Direction;
}

function hang(box: Softbox): HungBox {
  const k = box.direction;
  const flat = Math.sqrt(k[0] * k[0] + k[2] * k[2]);
  const right: Direction = flat < 1e-6 ? [1, 0, 0] : [k[2] / flat, 0, -k[0] / flat];
  const up: Direction = [
    k[1] * right[2] - k[2] * right[1],
    k[2] * right[0] - k[0] * right[2],
    k[0] * right[1] - k[1] * right[0],
  ];
  return { ...box, right, up };
}

function addSoftbox(
  out: Float32Array,
  at: number,
  box: HungBox,
  tint: readonly [number, number, number],
  x: number,
  y: number,
  z: number,
): void {
  const { direction: k, right, up } = box;
  const depth = x * k[0] + y * k[1] + z * k[2];
  if (depth <= 0) return;
  const a = (x * right[0] + y * right[1] + z * right[2]) / depth / box.halfWidth;
  const b = (x * up[0] + y * up[1] + z * up[2]) / depth / box.halfHeight;
  const weight = fade(a) * fade(b);
  if (weight === 0) return;
  // A real softbox is a fifth darker at its rim.
  const fall = 1 - 0.1 * (a * a + b * b);
  for (let c = 0; c < 3; c++)
    out[at + c] = (out[at + c] ?? 0) + weight * fall * (box.radiance[c] ?? 0) * (tint[c] ?? 1);
}

function fade(value: number): number {
  const q = Math.min(1, Math.max(0, (1 - Math.abs(value)) / BOX_FADE));
  return q * q * (3 - 2 * q);
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
