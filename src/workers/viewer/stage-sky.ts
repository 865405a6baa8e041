import {
  DataTexture,
  DataUtils,
  HalfFloatType,
  LinearFilter,
  LinearMipmapLinearFilter,
  LinearSRGBColorSpace,
  RepeatWrapping,
  RGBAFormat,
} from 'three';
import type { FloorSettings } from '../../contract/scene/floor.ts';
import type { StageLight } from '../../contract/stage.ts';
import type { DrawnEnvironment } from '../../tracer/environment/draw-environment.ts';
import { directionOfSun } from '../../tracer/environment/hang-sun.ts';
import { environmentLevel, lightByEnvironment } from '../../tracer/environment/light-by-environment.ts';
import { buildCyclorama } from '../../tracer/floor/build-cyclorama.ts';
import { type LitCyclorama, lightCyclorama } from '../../tracer/floor/light-cyclorama.ts';
import { CycloramaView } from '../../tracer/floor/view-cyclorama.ts';
import { HORIZON_SINE } from '../../tracer/kernel/layout.ts';
import { lightProfile } from '../../tracer/light/area-light.ts';
import { bounceOf, buildSky, floorWeight, surroundingsShare } from '../../tracer/light/build-sky.ts';
import { chooseLightRig } from '../../tracer/light/choose-light-rig.ts';
import { hangLights, RIG_FRAME, type RigPlace, TABLE_RADIUS } from '../../tracer/light/hang-lights.ts';
import { type LinearPicture, luminance } from '../../tracer/picture.ts';
import type { AreaLight, Sky } from '../../tracer/scene.ts';
import type { Lamp } from './find-lamps.ts';
import { spreadBright } from './spread-bright.ts';

/** A degree and a half for each pixel: the narrowest softbox of the house has a dozen. */
const HEIGHT_PX = 128;
/** Of surroundings: reflections of the stage are cubes of 256 pixels a side. */
const ENVIRONMENT_PX = 256;
/** Points across and up a light: many in each pixel that it covers, and enough for the smallest. */
const LIGHT_POINTS = { least: 8, aPixel: 3, most: 400 };
/** Lengths count the product's radius, wherever it stands. */
const PLACE = { middle: [0, 0, 0], radius: 1 } as const;
/** How much of the light that falls on the floor straight below a product gets past it; all of it far away. */
const UNDER_PRODUCT = 0.35;

type Triple = [number, number, number];

/** What the light of the stage is made of. */
export interface SkyOfStage {
  /** As it stands behind the product; its detail does not count. */
  readonly backdrop: LinearPicture;
  readonly light: StageLight;
  /** Of the softboxes, luminance 1. */
  readonly tint: readonly [number, number, number];
  readonly floor: Pick<FloorSettings, 'colour' | 'isShadowOnly' | 'cyclorama'>;
  /** How far below the middle of the product the floor lies, in its radii. */
  readonly floorDepth: number;
  /** Irradiance over pi on the floor straight below the product, of light that is not in the sky. */
  readonly addedLight: readonly [number, number, number];
  /** Surroundings that light in place of the backdrop; null for none. */
  readonly environment: SeenEnvironment | null;
  /** Compass direction in which the camera looks, degrees from -Z to +X: the sky looks where it does. */
  readonly headingDegrees: number;
}

/** Drawn surroundings, and how they stand. */
export type SeenEnvironment = DrawnEnvironment & {
  /** What of them throws shadows. */
  readonly lamps: readonly Lamp[];
  readonly rotationDegrees: number;
  readonly isSeen: boolean;
};

export interface DrawnSky {
  readonly picture: DataTexture;
  /** Those that are in it, around a product of radius 1 at the origin. */
  readonly lights: readonly AreaLight[];
  /** Irradiance over pi on the floor straight below the product, if that were not there. */
  readonly floorLight: readonly [number, number, number];
  /** As the sky and its lights light it, around the same product; null for none. */
  readonly cyclorama: LitCyclorama | null;
}

/**
 * The sky by which Studio will light the picture, with its floor below the horizon, or its cyclorama below and behind.
 *
 * @returns Linear radiance in half floats: straight up is the first row, the middle column looks along -Z, away from a
 *   camera on +Z; owned by the caller.
 */
export function drawStageSky(told: SkyOfStage): DrawnSky {
  const { addedLight, backdrop, environment, floor, floorDepth } = told;
  const { sky, lights: hung } = environment === null ? lightByBackdrop(told) : lightBy(told, environment);
  const { widthPx, heightPx, radiance } = sky;
  const lights = new Float32Array(radiance.length);
  const isHidden = openHiding(told);
  for (const one of hung) addLight(lights, heightPx, one, isHidden);
  const irradiance: [number, number, number] = [...addedLight];
  for (let y = 0; y < heightPx / 2; y++) {
    const weight = floorWeight(y, heightPx) / Math.PI;
    for (let at = y * widthPx * 3; at < (y + 1) * widthPx * 3; at += 3) {
      for (const k of [0, 1, 2] as const)
        irradiance[k] += ((radiance[at + k] ?? 0) + (lights[at + k] ?? 0)) * weight;
    }
  }
  const bounce = bounceOf(floor, backdrop, environment?.isSeen ? environment.ground : null);
  const cyclorama =
    floor.cyclorama === undefined
      ? null
      : lightCyclorama(floor.cyclorama, { lights: hung, sky, floorDepth, colour: bounce });
  const sunny = sunnyColumns(told, irradiance, widthPx);
  const seen: Triple = [0, 0, 0];
  const shown = new Float32Array(widthPx * heightPx * 3);
  for (let y = 0; y < heightPx; y++) {
    const down = Math.max(0, -Math.cos((Math.PI * (y + 0.5)) / heightPx));
    const kept = (1 - UNDER_PRODUCT) * down;
    const far = 1 - groundShare(down);
    const mirrored = (heightPx - 1 - y) * widthPx;
    const theta = (Math.PI * (y + 0.5)) / heightPx;
    for (let x = 0; x < widthPx; x++) {
      const at = y * widthPx + x;
      const turn = (2 * Math.PI * (x + 0.5)) / widthPx;
      const free = 1 - kept * (1 - (sunny[x] ?? 0));
      const isCyclorama =
        cyclorama?.look(
          -Math.sin(theta) * Math.sin(turn),
          Math.cos(theta),
          Math.sin(theta) * Math.cos(turn),
          seen,
        ) === true;
      for (const k of [0, 1, 2] as const) {
        const sky = radiance[(down > 0 ? mirrored + x : at) * 3 + k] ?? 0;
        const floor = down > 0 ? sky * far + bounce[k] * irradiance[k] * free * (1 - far) : sky;
        const behind = isCyclorama ? seen[k] * free : floor;
        shown[at * 3 + k] = behind + (lights[at * 3 + k] ?? 0);
      }
    }
  }
  spreadBright(shown, widthPx);
  const pixels = new Uint16Array(widthPx * heightPx * 4).fill(DataUtils.toHalfFloat(1));
  for (let at = 0; at < widthPx * heightPx; at++)
    for (let k = 0; k < 3; k++) pixels[at * 4 + k] = DataUtils.toHalfFloat(shown[at * 3 + k] ?? 0);
  const texture = new DataTexture(pixels, widthPx, heightPx, RGBAFormat, HalfFloatType);
  texture.colorSpace = LinearSRGBColorSpace;
  texture.wrapS = RepeatWrapping;
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.needsUpdate = true;
  return { picture: texture, lights: hung, floorLight: irradiance, cyclorama };
}

/** Of what is seen below the horizon: 0 on it, 1 from {@link HORIZON_SINE} on. As the tracer's floor passes into its sky. */
function groundShare(down: number): number {
  const t = Math.min(1, down / HORIZON_SINE);
  return t * t * (3 - 2 * t);
}

/**
 * By columns, how much of the light of the floor comes past the product to what is seen of it there, because it comes from a lamp on that
 * side: of what comes from all sides, and of a lamp's in the direction of its shadow, nothing does.
 *
 * @param floorLight Irradiance over pi.
 */
function sunnyColumns(
  { environment, light, headingDegrees }: SkyOfStage,
  floorLight: Triple,
  widthPx: number,
) {
  const columns = new Float64Array(widthPx);
  if (environment === null) return columns;
  const level = environmentLevel(light.rig);
  for (const { azimuthDegrees, irradiance, ...lamp } of environment.lamps) {
    const turned = environment.rotationDegrees + azimuthDegrees - headingDegrees;
    const [x, y, z] = directionOfSun(lamp, turned);
    const share = (luminance(...irradiance) * level * y) / (Math.PI * luminance(...floorLight)) || 0;
    for (let column = 0; column < widthPx; column++) {
      const turn = (2 * Math.PI * (column + 0.5)) / widthPx;
      const facing = -x * Math.sin(turn) + z * Math.cos(turn);
      columns[column] = Math.min(1, (columns[column] ?? 0) + share * (0.5 + 0.5 * facing));
    }
  }
  return columns;
}

/** A sky, and what shines in it. */
interface Light {
  readonly sky: Sky;
  readonly lights: readonly AreaLight[];
}

function placeOf({ floor: { cyclorama }, floorDepth }: Pick<SkyOfStage, 'floor' | 'floorDepth'>): RigPlace {
  return { ...PLACE, sweep: cyclorama === undefined ? null : { ...cyclorama, floorDepth } };
}

// Looks along -Z: the renderer turns the sky with the camera.
function lightByBackdrop({ backdrop, light, tint, ...told }: SkyOfStage): Light {
  const rig = light.rig ?? chooseLightRig(light.creativity, light.seed, light.lighting);
  const share = surroundingsShare(rig, backdrop);
  return {
    sky: buildSky(backdrop, RIG_FRAME, share * rig.level, HEIGHT_PX),
    lights: hangLights(rig, placeOf(told), RIG_FRAME, 1 - share, tint),
  };
}

function lightBy(
  { light, tint, headingDegrees, ...told }: SkyOfStage,
  { rotationDegrees, ...drawn }: SeenEnvironment,
): Light {
  const turned = { ...drawn, rotationDegrees: rotationDegrees - headingDegrees };
  return lightByEnvironment(
    turned,
    light.rig,
    { frame: RIG_FRAME, place: placeOf(told), tint },
    ENVIRONMENT_PX,
  );
}

/** Adds what is seen of a light from the middle of the product, a point of it at a time. */
function addLight(seen: Float32Array, heightPx: number, light: AreaLight, isHidden: Hiding): void {
  const { centre, right, up, isOctagon } = light;
  const widthPx = 2 * heightPx;
  const away = Math.hypot(...centre);
  const pixel = (Math.PI / heightPx) * away;
  const count = (half: readonly number[]) =>
    Math.min(
      LIGHT_POINTS.most,
      Math.max(LIGHT_POINTS.least, Math.ceil((LIGHT_POINTS.aPixel * 2 * Math.hypot(...half)) / pixel)),
    );
  const [columns, rows] = [count(right), count(up)];
  const area = (4 * Math.hypot(...right) * Math.hypot(...up)) / (columns * rows);
  const front = centre.map((value) => -value / away);
  for (let j = 0; j < rows; j++) {
    const b = (2 * (j + 0.5)) / rows - 1;
    for (let i = 0; i < columns; i++) {
      const a = (2 * (i + 0.5)) / columns - 1;
      const profile = lightProfile(a, b, isOctagon);
      const [x, y, z] = ([0, 1, 2] as const).map((k) => centre[k] + a * right[k] + b * up[k]) as Triple;
      if (profile <= 0 || isHidden(x, y, z)) continue;
      const distance = Math.hypot(x, y, z);
      const cosine = -(x * (front[0] ?? 0) + y * (front[1] ?? 0) + z * (front[2] ?? 0)) / distance;
      const row = Math.min(heightPx - 1, Math.floor((Math.acos(y / distance) / Math.PI) * heightPx));
      const turn = Math.atan2(x, -z) / (2 * Math.PI) + 0.5;
      const column = Math.min(widthPx - 1, Math.floor(turn * widthPx));
      const solid = solidAngle(row, heightPx);
      const share = (profile * area * cosine) / (distance * distance * solid);
      const at = (row * widthPx + column) * 3;
      for (const k of [0, 1, 2] as const) seen[at + k] = (seen[at + k] ?? 0) + share * light.radiance[k];
    }
  }
}

/** Whether a place cannot be seen from the middle of the product. */
type Hiding = (x: number, y: number, z: number) => boolean;

/** What a cyclorama hides, or else the table. */
function openHiding({ floor: { cyclorama }, floorDepth }: SkyOfStage): Hiding {
  if (cyclorama !== undefined) {
    const view = new CycloramaView(buildCyclorama(cyclorama), floorDepth);
    return (_, y, z) => !view.isBefore(y, z);
  }
  return (x, y, z) => y < -floorDepth && Math.hypot(x, z) * (-floorDepth / y) <= TABLE_RADIUS;
}

/** Of a pixel. */
function solidAngle(row: number, heightPx: number): number {
  const edge = (index: number) => Math.cos((Math.PI * index) / heightPx);
  return ((edge(row) - edge(row + 1)) * Math.PI) / heightPx;
}
