import type { Environment, EnvironmentPreset } from '../../contract/scene/environment.ts';
import { floorWeight } from '../light/build-sky.ts';
import type { LinearPicture } from '../picture.ts';
import { exp2, sinTurns, turnsOf } from '../portable-maths.ts';
import { openClearSky, type Sun } from './clear-sky.ts';
import { radianceOfRoom } from './draw-room.ts';
import { groundColour, measureEnvironment } from './measure-environment.ts';
import { clouds, paintMap, type Radiance, withGround } from './paint-map.ts';
import { shrinkMap } from './resample-map.ts';

type Triple = readonly [number, number, number];

/** Surroundings as they light: measured, and so bright as their settings say. Not turned yet. */
export interface DrawnEnvironment {
  /** Twice as wide as high; like a `Sky`. */
  readonly map: LinearPicture;
  /** What no pixel holds; it stands in the middle column. */
  readonly sun: Sun | null;
  /** Of the ground below the horizon, as it reflects. */
  readonly ground: Triple;
}

/** Rows by which surroundings are measured; areas keep their light, however small. */
const MEASURED_PX = 64;
/** What of the light the ground under a sky gives back: dry earth and grass. */
const GROUND: Triple = [0.22, 0.21, 0.18];

/**
 * @param picture Of an environment of that kind; what is larger than asked for is shrunk. Null for all others.
 * @param heightPx Of the map, at most.
 */
export function drawEnvironment(
  environment: Environment,
  picture: LinearPicture | null,
  heightPx: number,
): DrawnEnvironment {
  const { map, sun } = paint(environment, picture, heightPx);
  const small = map.heightPx > MEASURED_PX ? shrinkMap(map, 2 * MEASURED_PX, MEASURED_PX) : map;
  const measured = measureEnvironment(small, sun);
  // A picture of nothing at all stays dark.
  const scale = measured > 1e-9 ? exp2(environment.stops) / measured : 0;
  return {
    map: { ...map, rgb: map.rgb.map((value) => value * scale) },
    sun: sun && { ...sun, irradiance: times(sun.irradiance, scale) },
    ground: groundColour(small, sun),
  };
}

function paint(
  environment: Environment,
  picture: LinearPicture | null,
  heightPx: number,
): Pick<DrawnEnvironment, 'map' | 'sun'> {
  if (environment.kind === 'sky') return paintSky(environment, heightPx, null);
  if (environment.kind === 'preset') return PRESETS[environment.preset](heightPx);
  if (picture === null) throw new RangeError('surroundings of a picture without it');
  const height = Math.min(heightPx, picture.heightPx);
  return { map: shrinkMap(picture, 2 * height, height), sun: null };
}

const PRESETS: Readonly<
  Record<EnvironmentPreset, (heightPx: number) => Pick<DrawnEnvironment, 'map' | 'sun'>>
> = {
  room: (heightPx) => ({ map: paintMap(heightPx, radianceOfRoom), sun: null }),
  overcast: (heightPx) => ({ map: paintMap(heightPx, radianceOfOvercast()), sun: null }),
  sunset: (heightPx) =>
    paintSky({ elevationDegrees: 7, haze: 3.4, hasSun: true, sunDegrees: 1.6 }, heightPx, SUNSET_CLOUDS),
};

/**
 * The standard overcast sky (CIE S 011, of Moon and Spencer): three times as bright straight up as at the horizon; with
 * clouds that one can make out.
 */
function radianceOfOvercast(): Radiance {
  const sky: Radiance = (x, y, z) => {
    const up = Math.max(0, y);
    const far = 1.6 / (up + 0.18);
    const seen = Math.min(1, up * 4);
    const cover = 1 + 0.5 * (clouds(x * far + 5, z * far) - 0.5) * seen;
    const light = ((1 + 2 * up) / 3) * cover;
    return [light * 0.97, light, light * 1.045];
  };
  const light = 7 / 9;
  return withGround(sky, times(GROUND, light));
}

/** How clouds lie before a sky: their share by direction, and the colour they have there. */
type Clouds = (x: number, y: number, z: number, behind: Triple) => readonly [share: number, colour: Triple];

const SUNSET_CLOUDS: Clouds = (x, y, z, behind) => {
  const up = Math.max(0.02, y);
  const noise = clouds((x * 1.1) / (up + 0.12), (z * 2.6) / (up + 0.12) + 9);
  const t = Math.min(1, Math.max(0, (noise - 0.46) / 0.22));
  const share = t * t * (3 - 2 * t) * Math.min(1, y * 9) * 0.75;
  // Lit from below where the sun is, in shade on the other side.
  const turn = 1 - Math.abs(turnsOf(x, -z)) * 2;
  const warm = turn * turn;
  const whole = (behind[0] + behind[1] + behind[2]) / 3;
  const bright = whole * (0.75 + 1.1 * warm * (1 - 0.6 * y));
  const colour: Triple = [
    bright * (1 + 0.35 * warm),
    bright * (0.96 - 0.06 * warm),
    bright * (1 - 0.32 * warm),
  ];
  return [share, colour];
};

function paintSky(
  settings: Parameters<typeof openClearSky>[0],
  heightPx: number,
  cover: Clouds | null,
): Pick<DrawnEnvironment, 'map' | 'sun'> {
  const { radiance, sun } = openClearSky(settings);
  const sky: Radiance = (x, y, z) => {
    const behind = radiance(y, z);
    if (cover === null) return behind;
    const [share, colour] = cover(x, y, z, behind);
    return [
      behind[0] + (colour[0] - behind[0]) * share,
      behind[1] + (colour[1] - behind[1]) * share,
      behind[2] + (colour[2] - behind[2]) * share,
    ];
  };
  const falls = irradianceOf(paintMap(32, (x, y, z) => (y > 0 ? sky(x, y, z) : [0, 0, 0])));
  const high = sinTurns(settings.elevationDegrees / 360);
  const ground = ([0, 1, 2] as const).map(
    (k) => (GROUND[k] * (falls[k] + high * (sun?.irradiance[k] ?? 0))) / Math.PI,
  ) as unknown as Triple;
  return { map: paintMap(heightPx, withGround(sky, ground, 0.06)), sun };
}

function irradianceOf({ rgb, widthPx, heightPx }: LinearPicture): Triple {
  const sum: [number, number, number] = [0, 0, 0];
  for (let y = 0; y < heightPx / 2; y++) {
    const weight = floorWeight(y, heightPx);
    for (let at = y * widthPx * 3; at < (y + 1) * widthPx * 3; at += 3) {
      for (const k of [0, 1, 2] as const) sum[k] += weight * (rgb[at + k] ?? 0);
    }
  }
  return sum;
}

function times(colour: Triple, factor: number): Triple {
  return [colour[0] * factor, colour[1] * factor, colour[2] * factor];
}
