import { FILE_LIGHTS_MAX } from '../../contract/constants.ts';
import {
  type JsonObject,
  listSceneNodes,
  nodeMatrix,
  numberOf,
  numbersOf,
  objectOf,
} from '../gltf/gltf-content.ts';
import type { GltfJson } from '../gltf/gltf-json.ts';
import { IDENTITY, type Matrix, multiply, scaleOf } from '../matrix.ts';
import { luminance } from '../picture.ts';
import type { LightProfile } from './light-profile.ts';
import { LIGHTS_IES, type LightProfiles } from './read-light-profiles.ts';

const EXTENSION = 'KHR_lights_punctual';
/** Half of a normalised model's largest side, stage units: lights that are nearer to its middle count as if they were here. */
const NEAR = 5;
/** Of what a file says: far beyond any light, and its square is still a number. */
const INTENSITY_MAX = 1e12;
/** Candela of a lamp whose profile cannot be read: a downlight of 1,000 lumens has about as much. */
const UNREAD_CANDELA = 1_000;

/** A light of the file at its node, which it shines from along -Z. */
export interface FileLight {
  readonly kind: 'directional' | 'point' | 'spot';
  readonly nodeIndex: number;
  /**
   * Linear irradiance of a surface that faces it, a metre of the file away; of a directional one, anywhere. Over pi it is 1 for
   * full white.
   */
  readonly irradiance: readonly [number, number, number];
  /** Of the file; Infinity for none. */
  readonly rangeMetres: number;
  /** Of a spot, from its axis: full up to the inner one, nothing beyond the outer one. */
  readonly innerRadians: number;
  readonly outerRadians: number;
  /** Of a point light (EXT_lights_ies): its irradiance is that of the brightest direction. Null shines all round. */
  readonly profile: LightProfile | null;
}

/** A light before it is known how bright all of them are. */
type Found = Omit<FileLight, 'irradiance'> & {
  /** Candela, or lux of a directional one. */
  readonly given: readonly [number, number, number];
  /** Lux in the middle of the product, whatever its range, its cone and its profile. */
  readonly lux: number;
};

/**
 * The lights of the default scene, the brightest {@link FILE_LIGHTS_MAX} of them, as bright as `contract/scene/file-lights.ts` says. That is
 * measured in the file's own pose and with all of its nodes, so that a light which moves or is hidden leaves the others alone.
 *
 * @param json A document that passed `checkGltf`; what its lights say may be anything.
 * @param normalisation File frame to stage frame, with the middle of the product at the origin.
 */
export function readFileLights(
  json: GltfJson,
  profiles: LightProfiles,
  normalisation: Matrix,
  strength: number,
): FileLight[] {
  const found = listLights(json, profiles, normalisation)
    .sort((one, other) => other.lux - one.lux || one.nodeIndex - other.nodeIndex)
    .slice(0, FILE_LIGHTS_MAX);
  const whole = found.reduce((sum, { lux }) => sum + lux, 0);
  if (!(whole > 0) || !(strength > 0)) return [];
  const share = (Math.PI * strength) / whole;
  return found.map(({ given: [r, g, b], lux: _lux, ...light }) => ({
    ...light,
    irradiance: [r * share, g * share, b * share],
  }));
}

function listLights(json: GltfJson, { lamps }: LightProfiles, normalisation: Matrix): Found[] {
  const known = objectOf(objectOf(json.extensions)[EXTENSION]).lights;
  const scale = scaleOf(normalisation);
  const worlds = new Map<number, Matrix>();
  return listSceneNodes(json).flatMap(({ index, parent }) => {
    const node = objectOf(json.nodes?.[index]);
    const above = parent === null ? normalisation : (worlds.get(parent) ?? IDENTITY);
    const world = multiply(above, nodeMatrix(node));
    worlds.set(index, world);
    const { light } = objectOf(objectOf(node.extensions)[EXTENSION]);
    const own =
      typeof light === 'number' && Array.isArray(known) ? readLight(objectOf(known[light]), index) : null;
    const profiled = readProfiled(objectOf(objectOf(node.extensions)[LIGHTS_IES]), lamps, index);
    const [x = 0, y = 0, z = 0] = world.slice(12);
    const square = Math.max(NEAR * NEAR, x * x + y * y + z * z) / (scale * scale);
    return [own, profiled].flatMap((read) => {
      if (read === null) return [];
      const lux = luminance(...read.given) / (read.kind === 'directional' ? 1 : square);
      return lux > 0 && Number.isFinite(lux) ? [{ ...read, lux }] : [];
    });
  });
}

/** Null for a kind that the extension does not have. */
function readLight(light: JsonObject, nodeIndex: number): Omit<Found, 'lux'> | null {
  const { type } = light;
  if (type !== 'directional' && type !== 'point' && type !== 'spot') return null;
  const range = numberOf(light.range, 0);
  const spot = objectOf(light.spot);
  const outer = Math.min(Math.PI / 2, Math.max(0, numberOf(spot.outerConeAngle, Math.PI / 4)));
  return {
    kind: type,
    nodeIndex,
    given: scaled(light.color, numberOf(light.intensity, 1)),
    rangeMetres: range > 0 && type !== 'directional' ? range : Number.POSITIVE_INFINITY,
    innerRadians: Math.min(outer, Math.max(0, numberOf(spot.innerConeAngle, 0))),
    outerRadians: outer,
    profile: null,
  };
}

/** Null for a node without such a light. */
function readProfiled(
  { light, multiplier, color }: JsonObject,
  lamps: LightProfiles['lamps'],
  nodeIndex: number,
): Omit<Found, 'lux'> | null {
  if (typeof light !== 'number') return null;
  const { profile = null, candela = UNREAD_CANDELA } = lamps.get(light) ?? {};
  return {
    kind: 'point',
    nodeIndex,
    given: scaled(color, candela * numberOf(multiplier, 1)),
    rangeMetres: Number.POSITIVE_INFINITY,
    innerRadians: 0,
    outerRadians: 0,
    profile,
  };
}

/** Candela, or lux, of a colour of 0 to 1. */
function scaled(colour: unknown, intensity: number): readonly [number, number, number] {
  const [r = 1, g = 1, b = 1] = numbersOf(colour, 3) ?? [];
  const of = (share: number): number =>
    Math.min(1, Math.max(0, share)) * Math.min(INTENSITY_MAX, Math.max(0, intensity));
  return [of(r), of(g), of(b)];
}
