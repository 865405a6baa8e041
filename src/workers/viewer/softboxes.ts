import { LIGHT_RANGE } from '../../contract/constants.ts';
import { irradianceOf } from '../../tracer/light/area-light.ts';
import { luminance } from '../../tracer/picture.ts';
import type { AreaLight } from '../../tracer/scene.ts';

type Triple = readonly [number, number, number];

/** Across, as seen from the product: what is smaller throws shadows with edges, as the sun does, on the product as well. */
const SMALL_DEGREES = 12;
/** Least share of the floor's light for which a softbox gets a shadow map; below it nobody misses the shadow. */
const LEAST_SHARE = 0.04;
/** A disc of the same area as a square is so much wider than half of its side. */
const DISC = 2 / Math.sqrt(Math.PI);
const UP: Triple = [0, 1, 0];

/** A light of the rig that throws a shadow of the product. */
export interface Softbox {
  /** Around a product of radius 1 at the origin, before a camera on +Z. */
  readonly light: AreaLight;
  /** Of all light that arrives on the floor below the product, where nothing is in the way. */
  readonly floorShare: Triple;
}

/** One that is so small, or so far away, that it is a lamp as surroundings have them (`find-lamps.ts`). */
export interface SmallLamp {
  /** To it; unit. In the frame of {@link Softbox.light}. */
  readonly direction: Triple;
  /** Of a surface that faces it. */
  readonly irradiance: Triple;
  readonly degrees: number;
}

/**
 * Which lights of a rig throw shadows that one would miss, the strongest first.
 *
 * @param floorLight Irradiance over pi of all light on the floor, as it is seen from the middle of the product.
 * @param floorDepth Of the floor below that, in radii of the product.
 */
export function sortSoftboxes(
  lights: readonly AreaLight[],
  floorLight: Triple,
  floorDepth: number,
): { readonly boxes: readonly Softbox[]; readonly lamps: readonly SmallLamp[] } {
  const foot: Triple = [0, -floorDepth, 0];
  const told = lights.map((light) => ({
    light,
    middle: irradianceOf(light, [0, 0, 0], UP, -floorDepth),
    foot: irradianceOf(light, foot, UP, -floorDepth),
  }));
  // The sky counts a light as seen from the middle; the floor is nearer to it, or farther away.
  const whole = ([0, 1, 2] as const).map((k) =>
    told.reduce((sum, one) => sum + one.light.radiance[k] * (one.foot - one.middle), Math.PI * floorLight[k]),
  );
  const boxes: Softbox[] = [];
  const lamps: SmallLamp[] = [];
  for (const { light, foot: arriving } of told) {
    // Farther away is only the sun of surroundings, which are asked for what throws shadows themselves.
    if (Math.hypot(...light.centre) > 2 * LIGHT_RANGE.distance.max) continue;
    const share = (k: 0 | 1 | 2) => Math.min(1, (light.radiance[k] * arriving) / (whole[k] ?? 0) || 0);
    const floorShare: Triple = [share(0), share(1), share(2)];
    if (luminance(...floorShare) < LEAST_SHARE) continue;
    const lamp = asLamp(light);
    if (lamp.degrees <= SMALL_DEGREES) lamps.push(lamp);
    else boxes.push({ light, floorShare });
  }
  const byShare = (one: Softbox) => luminance(...one.floorShare);
  boxes.sort((a, b) => byShare(b) - byShare(a));
  lamps.sort((a, b) => luminance(...b.irradiance) - luminance(...a.irradiance));
  return { boxes, lamps };
}

function asLamp(light: AreaLight): SmallLamp {
  const { centre, right, up } = light;
  const away = Math.hypot(...centre);
  const direction: Triple = [centre[0] / away, centre[1] / away, centre[2] / away];
  const facing = irradianceOf(light, [0, 0, 0], direction, Number.NEGATIVE_INFINITY);
  const half = DISC * Math.sqrt(Math.hypot(...right) * Math.hypot(...up));
  return {
    direction,
    irradiance: [light.radiance[0] * facing, light.radiance[1] * facing, light.radiance[2] * facing],
    degrees: (Math.atan(half / away) * 360) / Math.PI,
  };
}
