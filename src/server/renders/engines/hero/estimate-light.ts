import type { FoundLight } from '../../../../contract/http/renders.ts';
import type { CameraPose } from '../../../../contract/render-spec.ts';
import type { Vector3 } from '../../../../contract/scene/vector3.ts';
import { encodeSrgb } from '../../../../tracer/parse-colour.ts';
import {
  boundSize,
  type LinearPicture,
  luminance,
  type PictureSize,
  shrinkPicture,
} from '../../../../tracer/picture.ts';
import { median } from '../../fidelity/median.ts';
import { DIRECTIONS } from './light/directions.ts';
import { findColours } from './light/find-colours.ts';
import { matchShadow, type ShadowMatch } from './light/match-shadow.ts';
import { readSlopes } from './light/read-slopes.ts';
import { type Eye, floorAt, openEye } from './light/see-floor.ts';
import { throwShadows } from './light/throw-shadows.ts';

/** A painted picture, and what is known of the scene that it was painted around. */
export interface PaintedScene {
  /** All of the frame, linear; some 256 px are enough. What it shows of the product is not looked at. */
  readonly picture: LinearPicture;
  /** A byte per pixel of `picture`: above 0 is product. */
  readonly mask: Uint8Array;
  readonly camera: CameraPose;
  /** Height of the floor in the stage frame; minus infinity: none, and nothing is found. */
  readonly floorY: number;
  /** Of the box around the product in the stage frame: least x, y, z, then greatest. */
  readonly bounds: ArrayLike<number>;
}

/** Longer side of what is looked at. */
const SIDE_PX = 96;
/** Places of the floor that are looked at. */
const PLACES_MAX = 2_500;
/** How far around the product its shadow is looked for, in its heights and at least stage units. */
const REACH = { heights: 3.2, least: 13 } as const;
/** Square of the distance in the logarithm of chroma at which a place is hardly floor: a shadow is bluer than the light. */
const FLOOR_SPREAD = 0.08;
/** How much each witness counts beside the others, by what they erred together in 100 synthetic rooms. */
const TRUST = { shadow: 0.6, slopes: 0.8 } as const;
/** Lights of pictures hang about so high, degrees. */
const USUAL_HEIGHT = { degrees: 43, spread: 18 } as const;
/** Cosine of the angle within which directions speak for each other. */
const TOGETHER = 0.9;

/**
 * The light that a picture was painted in, from what was painted around the product: the shadow that it throws on the floor,
 * compared with those of lights from everywhere; how floor and walls grow brighter; what is nearly white and bright; how the
 * colour of a surface changes with its brightness; and the floor's colours in and out of the shadow.
 *
 * Pure and the same each time; some tenths of a second, so not for a thread that serves others. How well it
 * does on synthetic rooms: `docs/light-estimation.md`.
 *
 * @returns A `confidence` near 0 where nothing tells: without a floor, an even sky, an empty picture.
 */
export function estimateLight({ picture, mask, camera, floorY, bounds }: PaintedScene): FoundLight {
  const size = boundSize(picture, SIDE_PX);
  const small = shrinkPicture(picture, size.widthPx, size.heightPx);
  const silhouette = shrinkMask(mask, picture, size);
  const rim = growMask(silhouette, size);
  const eye = openEye(camera, size);
  const floor = seeFloor(eye, small, rim, floorY);
  const count = size.widthPx * size.heightPx;
  const levels = Float64Array.from({ length: count }, (_, at) => Math.log(levelOf(small, at) + 0.01));
  const kinds = Uint8Array.from({ length: count }, (_, at) => {
    if (rim[at]! > 0) return 0;
    return (floor.sure[at] ?? 0) > 0.5 ? 1 : 2;
  });
  const reach = Math.max(REACH.least, REACH.heights * ((bounds[4] ?? 0) - floorY));
  const near = floor.pixels.filter(({ place }) => Math.hypot(place[0], place[2]) < reach);
  const step = Math.ceil(near.length / PLACES_MAX);
  const places = near.filter((_, i) => i % step === 0);
  const slow = slowColumns(
    places.map(({ at }) => at),
    size,
  );
  const shadows = throwShadows(
    eye,
    size,
    { mask: silhouette, bounds },
    places.map(({ place }) => place),
  );
  const weights = Float64Array.from(places, ({ at }) => floor.sure[at] ?? 0);
  const match = matchShadow(
    Float64Array.from(places, ({ at }) => levels[at]!),
    weights,
    slow,
    shadows,
  );
  const slopes = readSlopes(levels, kinds, size);
  const found = weigh(match, slopes.likelihood);
  const told = Math.max(slopes.seen, Math.min(1, Math.max(0, ...match.likelihood)));
  const shade = readShade(small, places, weights, slow, shadows, found.best, match);
  const { key, ambient } = findColours(small, (at) => rim[at]! > 0, shade);
  const [x, y, z] = found.towards;
  return {
    azimuth_degrees: round((Math.atan2(x, z) * 180) / Math.PI),
    elevation_degrees: round((Math.asin(Math.min(1, y)) * 180) / Math.PI),
    softness: Math.min(1, Math.round(100 * (match.spread[found.best]! / 21) * 0.8 + 10) / 100),
    colour: toHex(key),
    ambient: toHex(ambient),
    confidence: floor.pixels.length === 0 ? 0 : Math.round(100 * found.confidence * told) / 100,
  };
}

interface SeenFloor {
  readonly pixels: readonly { readonly at: number; readonly place: Vector3 }[];
  /** Of each pixel, how likely it shows the floor, by its colour. */
  readonly sure: Float64Array;
}

/** Where the plane of the floor is seen, and how much it looks there as it does beside the product. */
function seeFloor(eye: Eye, picture: LinearPicture, rim: Uint8Array, floorY: number): SeenFloor {
  const { widthPx, heightPx } = picture;
  const sure = new Float64Array(widthPx * heightPx);
  const pixels: { at: number; place: Vector3 }[] = [];
  if (!Number.isFinite(floorY)) return { pixels, sure };
  for (let at = 0; at < sure.length; at++) {
    if (rim[at]! > 0) continue;
    const place = floorAt(eye, floorY, (at % widthPx) + 0.5, Math.floor(at / widthPx) + 0.5);
    if (place !== null && Math.hypot(place[0], place[2]) < 36) pixels.push({ at, place });
  }
  const beside = pixels
    .filter(({ place }) => Math.hypot(place[0], place[2]) < 11)
    .map(({ at }) => chromaOf(picture, at));
  const own = [median(beside.map(([u]) => u)), median(beside.map(([, v]) => v))] as const;
  for (const { at } of pixels) {
    const [u, v] = chromaOf(picture, at);
    sure[at] = Math.exp(-((u - own[0]) ** 2 + (v - own[1]) ** 2) / FLOOR_SPREAD);
  }
  return { pixels, sure };
}

/** Puts the witnesses together: where most of the likelihood lies close together, and how much of all. */
function weigh(
  match: ShadowMatch,
  slopes: Float64Array,
): { readonly towards: Vector3; readonly best: number; readonly confidence: number } {
  const scores = DIRECTIONS.map(({ elevationDegrees, weight }, at) => {
    const height = ((elevationDegrees - USUAL_HEIGHT.degrees) / USUAL_HEIGHT.spread) ** 2 / 2;
    return (
      TRUST.shadow * match.likelihood[at]! + TRUST.slopes * slopes[at]! - height + 0.3 * Math.log(weight)
    );
  });
  const most = Math.max(...scores);
  const likely = scores.map((score) => Math.exp(score - most));
  const whole = likely.reduce((sum, value) => sum + value, 0);
  let found = { towards: [0, 1, 0] as Vector3, best: 0, confidence: -1 };
  DIRECTIONS.forEach(({ towards: middle }, best) => {
    if (likely[best]! < 0.02) return;
    const sum = [0, 0, 0];
    let mass = 0;
    DIRECTIONS.forEach(({ towards }, at) => {
      if (towards[0] * middle[0] + towards[1] * middle[1] + towards[2] * middle[2] < TOGETHER) return;
      mass += likely[at]!;
      for (const k of [0, 1, 2] as const) sum[k]! += likely[at]! * towards[k];
    });
    if (mass / whole <= found.confidence) return;
    const length = Math.hypot(...sum);
    const towards = sum.map((value) => value / length) as unknown as Vector3;
    found = { towards, best, confidence: mass / whole };
  });
  return found;
}

/** What the product's shadow leaves of each channel; null where none was found for sure. */
function readShade(
  picture: LinearPicture,
  places: readonly { readonly at: number }[],
  weights: Float64Array,
  slow: readonly Float64Array[],
  shadows: readonly Float32Array[],
  best: number,
  match: ShadowMatch,
): [number, number, number] | null {
  const shadow = shadows[best];
  if (shadow === undefined || match.likelihood[best]! < SHADE_LIKELY) return null;
  // The plain mean of both sides is as good as a fit where the shadow was found for sure.
  const sums = { inside: [0, 0, 0], outside: [0, 0, 0] };
  const [, across = weights, down = weights] = slow;
  const middle = { x: 0, y: 0, weight: 0 };
  places.forEach((_, i) => {
    if (shadow[i] !== 1) return;
    middle.x += across[i]!;
    middle.y += down[i]!;
    middle.weight += 1;
  });
  let [inside, outside] = [0, 0];
  places.forEach(({ at }, i) => {
    const far = Math.hypot(across[i]! - middle.x / middle.weight, down[i]! - middle.y / middle.weight);
    const weight = weights[i]! * (shadow[i] === 1 ? 1 : Math.exp(-((far / 0.25) ** 2)));
    const sum = shadow[i] === 1 ? sums.inside : sums.outside;
    for (const k of [0, 1, 2]) sum[k]! += weight * Math.log(picture.rgb[at * 3 + k]! + 0.004);
    if (shadow[i] === 1) inside += weight;
    else outside += weight;
  });
  if (inside < 5 || outside < 5) return null;
  const shade = [0, 1, 2].map((k) => Math.exp(sums.inside[k]! / inside - sums.outside[k]! / outside));
  if (Math.max(...shade) > SHADE_MOST) return null;
  return shade.map((value) => Math.max(0.05, value)) as [number, number, number];
}

/** Logarithm from which a shadow tells colours, and the most that it may leave of the light. */
const SHADE_LIKELY = 5;
const SHADE_MOST = 0.85;

function slowColumns(pixels: readonly number[], { widthPx, heightPx }: PictureSize): Float64Array[] {
  const x = Float64Array.from(pixels, (at) => (at % widthPx) / widthPx - 0.5);
  const y = Float64Array.from(pixels, (at) => Math.floor(at / widthPx) / heightPx - 0.5);
  const one = new Float64Array(pixels.length).fill(1);
  return [
    one,
    x,
    y,
    x.map((value) => value * value),
    x.map((value, i) => value * y[i]!),
    y.map((value) => value * value),
  ];
}

function levelOf({ rgb }: LinearPicture, at: number): number {
  return luminance(rgb[at * 3]!, rgb[at * 3 + 1]!, rgb[at * 3 + 2]!);
}

/** Logarithms of red and blue by green. */
function chromaOf({ rgb }: LinearPicture, at: number): readonly [number, number] {
  const green = rgb[at * 3 + 1]! + 0.01;
  return [Math.log((rgb[at * 3]! + 0.01) / green), Math.log((rgb[at * 3 + 2]! + 0.01) / green)];
}

function shrinkMask(mask: Uint8Array, from: PictureSize, to: PictureSize): Uint8Array {
  const small = new Uint8Array(to.widthPx * to.heightPx);
  mask.forEach((value, at) => {
    if (value === 0) return;
    const x = Math.floor(((at % from.widthPx) * to.widthPx) / from.widthPx);
    const y = Math.floor((Math.floor(at / from.widthPx) * to.heightPx) / from.heightPx);
    small[y * to.widthPx + x] = 255;
  });
  return small;
}

/** With the pixels around it. */
function growMask(mask: Uint8Array, { widthPx, heightPx }: PictureSize): Uint8Array {
  return mask.map((_, at) => {
    const [x, y] = [at % widthPx, Math.floor(at / widthPx)];
    for (let row = Math.max(0, y - 1); row <= Math.min(heightPx - 1, y + 1); row++) {
      for (let column = Math.max(0, x - 1); column <= Math.min(widthPx - 1, x + 1); column++) {
        if (mask[row * widthPx + column]! > 0) return 255;
      }
    }
    return 0;
  });
}

function toHex(colour: readonly [number, number, number]): string {
  const bytes = colour.map((value) => Math.round(255 * Math.min(1, Math.max(0, encodeSrgb(value)))));
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
