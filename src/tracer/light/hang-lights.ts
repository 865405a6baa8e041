import { type LightRig, type RigLight, shiningLights } from '../../contract/scene/light-rig.ts';
import { luminance } from '../picture.ts';
import { cosTurns, sinTurns } from '../portable-maths.ts';
import type { AreaLight, SceneCamera } from '../scene.ts';
import { irradianceOf } from './area-light.ts';
import { drawIn, type Sweep } from './draw-in.ts';

type Triple = readonly [number, number, number];

/** Where the product stands and how large it is: lights hang around it. */
export interface RigPlace {
  readonly middle: Triple;
  /** Half of the diagonal of the box around the product. */
  readonly radius: number;
  /** A cyclorama that stands behind it; absent or null: none. */
  readonly sweep?: Sweep | null;
}

/**
 * Of the table that the product stands on, in radii of the product: what hangs beyond it shines past its edge, also from
 * below. Just wide enough for every product to stand on it.
 */
export const TABLE_RADIUS = 1.25;

/**
 * @param bounds Of the product: least x, y, z, then greatest. An empty stage counts as a product of radius 1.
 */
export function rigPlace(bounds: ArrayLike<number>): RigPlace {
  const [x0 = 0, y0 = 0, z0 = 0, x1 = 0, y1 = 0, z1 = 0] = Array.from(bounds);
  const [x, y, z] = [x1 - x0, y1 - y0, z1 - z0];
  const radius = Math.sqrt(x * x + y * y + z * z) / 2;
  if (!(radius > 0) || !Number.isFinite(radius)) return { middle: [0, 0, 0], radius: 1 };
  return { middle: [(x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2], radius };
}

/** Around the origin, in the rig's own frame: X to the right of the camera, Z towards it. */
export const RIG_FRAME: RigFrame = { rightX: 1, rightZ: 0, frontX: 0, frontZ: 1 };

/** Directions of the rig in the stage frame; both are level. */
export interface RigFrame {
  readonly rightX: number;
  readonly rightZ: number;
  readonly frontX: number;
  readonly frontZ: number;
}

/** What of a camera a rig is turned by. */
export type RigCamera = Pick<SceneCamera, 'position' | 'target' | 'up'>;

/** Only the compass direction of the camera turns the rig: lights keep their height when it looks from above. */
export function rigFrame(camera: RigCamera): RigFrame {
  let x = camera.position[0] - camera.target[0];
  let z = camera.position[2] - camera.target[2];
  let length = Math.sqrt(x * x + z * z);
  if (length < 1e-4) {
    // Straight from above or below: the top of the picture is the back of the stage.
    x = -camera.up[0];
    z = -camera.up[2];
    length = Math.sqrt(x * x + z * z);
  }
  if (length < 1e-4) return RIG_FRAME;
  return { frontX: x / length, frontZ: z / length, rightX: z / length, rightZ: -x / length };
}

/**
 * The shining lights of a rig as rectangles and octagons in the stage frame. A back light that a cyclorama would swallow hangs before it, flagged.
 *
 * @param share Of all light: what the surroundings leave to them.
 * @param tint Multiplies their colour; luminance 1.
 */
export function hangLights(
  rig: LightRig,
  place: RigPlace,
  frame: RigFrame,
  share: number,
  tint: Triple,
): AreaLight[] {
  return shiningLights(rig).map((light) => {
    const hung = hangBefore(light, place, frame);
    const front = directionOf(light, frame);
    const whole = irradianceOf(hung, place.middle, front, Number.NEGATIVE_INFINITY) / Math.PI;
    const radiance = whole > 0 ? (light.intensity * rig.level * share) / whole : 0;
    const colour = colourOfKelvin(light.kelvin);
    const [r, g, b] = [colour[0] * tint[0], colour[1] * tint[1], colour[2] * tint[2]];
    return { ...hung, radiance: [r * radiance, g * radiance, b * radiance] };
  });
}

/** Hangs a light before the cyclorama, if there is one; what that would swallow is flagged there, but for a pattern that is to be seen. */
function hangBefore(light: RigLight, place: RigPlace, frame: RigFrame): AreaLight {
  const hung = hangLight(light, place, frame);
  const { sweep = null } = place;
  if (sweep === null) return hung;
  const share = drawIn(hangLight(light, { middle: [0, 0, 0], radius: 1 }, RIG_FRAME), light.distance, sweep);
  if (share === 1) return hung;
  const { distance, width, height } = light;
  const drawn = { ...light, distance: distance * share, width: width * share, height: height * share };
  return { ...hangLight(drawn, place, frame), isFlagged: hung.gobo === undefined };
}

/** From the middle of the product to the light. */
export function directionOf(
  { azimuthDegrees, elevationDegrees }: Pick<RigLight, 'azimuthDegrees' | 'elevationDegrees'>,
  frame: RigFrame,
): Triple {
  const a = azimuthDegrees / 360;
  const e = elevationDegrees / 360;
  const [x, y, z] = [sinTurns(a) * cosTurns(e), sinTurns(e), cosTurns(a) * cosTurns(e)];
  return [x * frame.rightX + z * frame.frontX, y, x * frame.rightZ + z * frame.frontZ];
}

/** The direction of {@link directionOf} in degrees; straight up and down have no compass direction: 0. */
export function anglesOf(
  [x, y, z]: Triple,
  frame: RigFrame,
): {
  readonly azimuthDegrees: number;
  readonly elevationDegrees: number;
} {
  const right = x * frame.rightX + z * frame.rightZ;
  const front = x * frame.frontX + z * frame.frontZ;
  const flat = Math.hypot(right, front);
  return {
    azimuthDegrees: flat < 1e-9 ? 0 : (Math.atan2(right, front) * 180) / Math.PI,
    elevationDegrees: (Math.atan2(y, flat) * 180) / Math.PI,
  };
}

/** Of the way from the product to a light: so far away its pattern is when it is softest. */
const GOBO_WAY = 0.6;

/** A light of radiance 1 that faces the middle; its sides are level. */
export function hangLight(light: RigLight, { middle, radius }: RigPlace, frame: RigFrame): AreaLight {
  const k = directionOf(light, frame);
  const flat = Math.sqrt(k[0] * k[0] + k[2] * k[2]);
  // Seen from the middle its right is on the left: it shines where right times up points.
  const right: Triple = flat < 1e-6 ? [-frame.rightX, 0, -frame.rightZ] : [-k[2] / flat, 0, k[0] / flat];
  const up: Triple = [
    -(k[1] * right[2] - k[2] * right[1]),
    -(k[2] * right[0] - k[0] * right[2]),
    -(k[0] * right[1] - k[1] * right[0]),
  ];
  const far = light.distance * radius;
  const [halfWidth, halfHeight] = [(light.width * radius) / 2, (light.height * radius) / 2];
  const { pattern = 'none', softness = 0 } = light.gobo ?? {};
  const share = 1 - GOBO_WAY * softness;
  const gobo = { pattern, reach: far * share, half: radius * share };
  return {
    ...(pattern === 'none' ? {} : { gobo }),
    centre: [middle[0] + k[0] * far, middle[1] + k[1] * far, middle[2] + k[2] * far],
    right: [right[0] * halfWidth, right[1] * halfWidth, right[2] * halfWidth],
    up: [up[0] * halfHeight, up[1] * halfHeight, up[2] * halfHeight],
    radiance: [1, 1, 1],
    isOctagon: light.shape === 'octagon',
  };
}

/** Daylight, which counts as white. */
const WHITE_KELVIN = 5_600;

/** Linear Rec. 709 of luminance 1 of a black body, beside daylight: Kim and others 2002, US patent 7024034. */
export function colourOfKelvin(kelvin: number): [number, number, number] {
  const own = blackBody(kelvin);
  const white = blackBody(WHITE_KELVIN);
  const [r, g, b] = [own[0] / white[0], own[1] / white[1], own[2] / white[2]];
  const whole = luminance(r, g, b);
  return [r / whole, g / whole, b / whole];
}

function blackBody(kelvin: number): Triple {
  const t = 1_000 / kelvin;
  const x =
    kelvin < 4_000
      ? ((-0.2661239 * t - 0.2343589) * t + 0.8776956) * t + 0.17991
      : ((-3.0258469 * t + 2.1070379) * t + 0.2226347) * t + 0.24039;
  let y = ((3.081758 * x - 5.8733867) * x + 3.75112997) * x - 0.37001483;
  if (kelvin < 4_000) y = ((-0.9549476 * x - 1.37418593) * x + 2.09137015) * x - 0.16748867;
  if (kelvin < 2_222) y = ((-1.1063814 * x - 1.3481102) * x + 2.18555832) * x - 0.20219683;
  const [bigX, bigZ] = [x / y, (1 - x - y) / y];
  const least = 0.02;
  return [
    Math.max(least, 3.2404542 * bigX - 1.5371385 - 0.4985314 * bigZ),
    Math.max(least, -0.969266 * bigX + 1.8760108 + 0.041556 * bigZ),
    Math.max(least, 0.0556434 * bigX - 0.2040259 + 1.0572252 * bigZ),
  ];
}
