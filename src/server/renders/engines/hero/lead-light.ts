import type { FoundLight } from '../../../../contract/http/renders.ts';
import type { RenderSpec } from '../../../../contract/render-spec.ts';
import type { LightRig, RigLight } from '../../../../contract/scene/light-rig.ts';
import { chooseLightRig } from '../../../../tracer/light/choose-light-rig.ts';
import { colourOfKelvin } from '../../../../tracer/light/hang-lights.ts';
import { parseColour } from '../../../../tracer/parse-colour.ts';
import { measureOklab } from '../../../../tracer/post/grade-style.ts';

/**
 * Below it nothing is led: of 140 synthetic rooms whose light was found with less, one direction in two was wrong by more than 25
 * degrees, of those with more by 12, and the order's own light is the better guess.
 */
export const LED_CONFIDENCE_MIN = 0.5;
/** Chroma of a white surface in the led light, in Oklab: white that is seen as white in a warm room. #fff to #ffefdf. */
export const LED_CHROMA_MAX = 0.028;
/** Stops by which all of the light may become more or less, of what falls on the floor. */
export const LED_STOPS_MAX = 0.5;

const DAYLIGHT_KELVIN = 5_600;
/** Mired between two lights that are tried. */
const MIRED_STEP = 4;
/** Radii of the product: where the house's lights hang. */
const DISTANCE = 5;
/** Side of a key by its distance: a bare lamp, and a window near by. */
const KEY_SIDE = { hard: 0.08, soft: 1.5 } as const;
/** Of all light, the key's: a lamp in a bright room, and a sky that is nearly even. */
const KEY_SHARE = { hard: 0.74, soft: 0.42 } as const;

/**
 * The recipe whose product is traced in the light that was found around it: a key from there, as large and as warm as it was seen,
 * with a fill and a top in the colour of the rest. What stands behind the product goes on tinting the dome, and its share stays
 * the person's, as do level, exposure, tone mapping and a chosen environment.
 *
 * Bounded: all lights together put as much on the product as the house's, and on the floor within {@link LED_STOPS_MAX} stops of what they do; white
 * has at most {@link LED_CHROMA_MAX}; a light that is not sure enough leaves the recipe as it is.
 *
 * @returns The recipe itself where nothing is led.
 */
export function leadLight(recipe: RenderSpec, light: FoundLight): RenderSpec {
  if (!canLead(light)) return recipe;
  const { scene } = recipe;
  const own = scene.lightRig ?? null;
  const house = chooseLightRig(0, 0, scene.lighting);
  const whole = house.lights.reduce((sum, { intensity }) => sum + intensity, 0);
  const { softness } = light;
  const keyShare = blend(KEY_SHARE.hard, KEY_SHARE.soft, softness);
  const { key, ambient } = boundKelvin(kelvinOf(light.colour), kelvinOf(light.ambient), keyShare);
  const side = Math.round(100 * DISTANCE * KEY_SIDE.hard * (KEY_SIDE.soft / KEY_SIDE.hard) ** softness) / 100;
  const opposite = light.azimuth_degrees + (light.azimuth_degrees > 0 ? -130 : 130);
  const lights: readonly Omit<RigLight, 'id' | 'isOn' | 'distance'>[] = [
    {
      role: 'key',
      shape: 'octagon',
      azimuthDegrees: Math.round(light.azimuth_degrees),
      elevationDegrees: Math.round(Math.min(86, Math.max(4, light.elevation_degrees))),
      width: side,
      height: side,
      kelvin: key,
      intensity: whole * keyShare,
    },
    {
      role: 'fill',
      shape: 'octagon',
      azimuthDegrees: Math.round(opposite),
      elevationDegrees: 20,
      width: DISTANCE,
      height: DISTANCE,
      kelvin: ambient,
      intensity: whole * (1 - keyShare) * 0.55,
    },
    {
      role: 'top',
      shape: 'rectangle',
      azimuthDegrees: 0,
      elevationDegrees: 82,
      width: DISTANCE,
      height: DISTANCE,
      kelvin: ambient,
      intensity: whole * (1 - keyShare) * 0.45,
    },
  ];
  const rig: LightRig = {
    name: '',
    preset: null,
    soloId: null,
    surroundings: own?.surroundings ?? null,
    level: own?.level ?? (scene.environment ? 1 : house.level),
    lights: lights.map((one) => ({ ...one, id: one.role, distance: DISTANCE, isOn: true })),
  };
  return { ...recipe, scene: { ...scene, lightRig: boundFloor(rig) } };
}

/** Whether a product is led to a light at all. */
export function canLead({ confidence }: FoundLight): boolean {
  return confidence >= LED_CONFIDENCE_MIN;
}

/** What the lights put on the floor is turned towards full white, and by no more than the bound. */
function boundFloor(rig: LightRig): LightRig {
  const floor = rig.lights.reduce(
    (sum, { intensity, elevationDegrees }) => sum + intensity * Math.sin((elevationDegrees * Math.PI) / 180),
    0,
  );
  const most = 2 ** LED_STOPS_MAX;
  const gain = Math.min(most, Math.max(1 / most, 1 / Math.max(1e-3, floor)));
  const lights = rig.lights.map((light) => ({
    ...light,
    intensity: Math.round(light.intensity * gain * 1_000) / 1_000,
  }));
  return { ...rig, lights };
}

/** Both nearer to daylight, together, until white is white enough. */
function boundKelvin(key: number, ambient: number, share: number): { key: number; ambient: number } {
  const towards = (kelvin: number, part: number): number => {
    const mired = 1e6 / DAYLIGHT_KELVIN + part * (1e6 / kelvin - 1e6 / DAYLIGHT_KELVIN);
    return Math.round(1e6 / mired / 10) * 10;
  };
  for (let part = 1; part > 0; part -= 1 / 32) {
    const both = { key: towards(key, part), ambient: towards(ambient, part) };
    const [a, b] = [colourOfKelvin(both.key), colourOfKelvin(both.ambient)];
    // The side that the key lights, and the one that it does not.
    if (chromaOf(a, b, share) <= LED_CHROMA_MAX && chromaOf(a, b, 0) <= LED_CHROMA_MAX) return both;
  }
  return { key: DAYLIGHT_KELVIN, ambient: DAYLIGHT_KELVIN };
}

function chromaOf(
  key: readonly [number, number, number],
  ambient: readonly [number, number, number],
  share: number,
): number {
  const mixed = Float32Array.from(key, (value, k) => share * value + (1 - share) * ambient[k]!);
  const [, a, b] = measureOklab(mixed).mean;
  return Math.hypot(a, b);
}

/** The glowing body that a colour comes nearest to; its brightness does not count. */
export function kelvinOf(hex: string): number {
  const [red, green, blue] = parseColour(hex);
  const least = 1e-3;
  const warmth = Math.log((red + least) / (blue + least));
  const tint = Math.log((green + least) ** 2 / ((red + least) * (blue + least)));
  let [best, nearest] = [DAYLIGHT_KELVIN, Number.POSITIVE_INFINITY];
  for (let mired = 1e6 / 12_000; mired <= 1e6 / 2_000; mired += MIRED_STEP) {
    const [r, g, b] = colourOfKelvin(1e6 / mired);
    const off = Math.hypot(Math.log(r / b) - warmth, Math.log((g * g) / (r * b)) - tint);
    if (off >= nearest) continue;
    [best, nearest] = [1e6 / mired, off];
  }
  return nearest < Number.POSITIVE_INFINITY ? best : DAYLIGHT_KELVIN;
}

function blend(a: number, b: number, share: number): number {
  return a + (b - a) * share;
}
