import { MATERIAL_RESET } from '../../contract/constants.ts';
import { decodeSrgb, parseColour } from '../../tracer/parse-colour.ts';
import type { JsonObject } from './gltf-content.ts';
import { type MtlMap, type MtlMaterial, parseMtlMap } from './read-mtl.ts';

/** What a texture is for: the others are colours or numbers as they stand. */
export type TextureUse = 'colour' | 'relief' | 'data';

/** Gives the number of a glTF texture, null for a file that is not there. */
export type TextureAdder = (map: MtlMap, use: TextureUse, alpha: MtlMap | null) => Promise<AddedTexture>;

export interface AddedTexture {
  readonly index: number;
  /** False for a file that was not given: the material shows its plain colour then. */
  readonly isHere: boolean;
}

/** The exponent that stands for a mirror in Blender, which writes most MTL files: roughness = 1 - sqrt(Ns / 900). */
const MIRROR_EXPONENT = 900;

/**
 * A material for faces whose MTL was not given: the grey of a material that was reset.
 *
 * @param hasColours True where the vertices have colours of their own, which a grey would darken.
 */
export function plainMaterial(name: string, hasColours: boolean): JsonObject {
  const { colour, metalness, roughness } = MATERIAL_RESET;
  const factor = hasColours ? [1, 1, 1, 1] : [...parseColour(colour), 1];
  return {
    name,
    pbrMetallicRoughness: {
      baseColorFactor: factor,
      metallicFactor: metalness,
      roughnessFactor: roughness,
    },
    doubleSided: true,
  };
}

/**
 * Translates a Phong material into glTF's terms. A colour tints its texture, but for one that nobody chose. A material
 * without any opacity is a fault of its exporter and becomes opaque.
 */
export async function convertMtl(
  name: string,
  mtl: MtlMaterial,
  addTexture: TextureAdder,
): Promise<JsonObject> {
  const map = (...words: readonly string[]): MtlMap | null => {
    const statement = words.map((word) => mtl.get(word) ?? '').find((text) => text !== '');
    const parsed = statement === undefined ? null : parseMtlMap(statement);
    return parsed === null || parsed.address === '' ? null : parsed;
  };
  const texture = async (
    source: MtlMap | null,
    use: TextureUse,
    alpha: MtlMap | null = null,
  ): Promise<{ info: JsonObject; isHere: boolean } | null> => {
    if (source === null) return null;
    const { index, isHere } = await addTexture(source, use, alpha);
    return { info: { index, ...transformOf(source) }, isHere };
  };
  const alphaMap = map('map_d');
  const colourMap = await texture(map('map_kd'), 'colour', alphaMap);
  const reliefMap = await texture(map('norm', 'map_kn', 'map_bump', 'bump'), 'relief');
  const glowMap = await texture(map('map_ke'), 'colour');
  const given = readColour(mtl.get('kd')) ?? [0.8, 0.8, 0.8];
  const colour = colourMap?.isHere && isUntouched(mtl.get('kd')) ? [1, 1, 1] : given;
  // Beyond 1 it is a strength: programs that write it mean light, not a colour.
  const light = readNumbers(mtl.get('ke')) ?? (glowMap === null ? [0, 0, 0] : [1, 1, 1]);
  const strength = Math.max(1, ...light);
  const glow = light.map((value) => decodeSrgb(value / strength));
  const opacity = readOpacity(mtl);
  const isSeeThrough = opacity < 1 || (alphaMap !== null && colourMap?.isHere === true);
  return {
    name,
    pbrMetallicRoughness: {
      baseColorFactor: [...colour, opacity],
      metallicFactor: clamp(readNumber(mtl.get('pm'), 0)),
      roughnessFactor: readRoughness(mtl),
      ...(colourMap === null ? {} : { baseColorTexture: colourMap.info }),
    },
    ...(reliefMap === null ? {} : { normalTexture: reliefMap.info }),
    ...(glowMap === null ? {} : { emissiveTexture: glowMap.info }),
    ...(Math.max(...glow) > 0 ? { emissiveFactor: glow } : {}),
    ...(strength > 1
      ? { extensions: { KHR_materials_emissive_strength: { emissiveStrength: strength } } }
      : {}),
    ...(isSeeThrough ? { alphaMode: 'BLEND' } : {}),
    doubleSided: true,
  };
}

/** The greys Blender writes beside a texture for a colour left as it was, and black, which would hide the texture. */
const UNTOUCHED = [0, 0.64, 0.8];

function isUntouched(colour: string | undefined): boolean {
  const numbers = (colour ?? '').trim().split(/\s+/).map(Number.parseFloat);
  return UNTOUCHED.some((grey) => numbers.every((value) => Math.abs(value - grey) < 1e-6));
}

/** u' = u s + o with v upwards, in glTF's terms, where v runs down. */
function transformOf({ scale, offset }: MtlMap): JsonObject {
  if (scale[0] === 1 && scale[1] === 1 && offset[0] === 0 && offset[1] === 0) return {};
  const moved = { scale: [...scale], offset: [offset[0], 1 - scale[1] - offset[1]] };
  return { extensions: { KHR_texture_transform: moved } };
}

function readOpacity(mtl: MtlMaterial): number {
  const given = mtl.has('d')
    ? readNumber(mtl.get('d')?.replace(/^-halo\s+/i, ''), 1)
    : 1 - readNumber(mtl.get('tr'), 0);
  return given > 0 && given < 1 ? given : 1;
}

function readRoughness(mtl: MtlMaterial): number {
  if (mtl.has('pr')) return clamp(readNumber(mtl.get('pr'), MATERIAL_RESET.roughness));
  const exponent = readNumber(mtl.get('ns'), -1);
  if (exponent < 0) return MATERIAL_RESET.roughness;
  const isMatt = Math.max(...(readColour(mtl.get('ks')) ?? [1])) === 0 || mtl.get('illum') === '1';
  return isMatt ? 1 : clamp(1 - Math.sqrt(exponent / MIRROR_EXPONENT));
}

/** Linear r, g, b, 0 to 1. */
function readColour(text: string | undefined): number[] | null {
  return readNumbers(text)?.map((value) => decodeSrgb(clamp(value))) ?? null;
}

/** Three numbers from 0, or one for all; null for `spectral` and `xyz`, which nobody writes. */
function readNumbers(text: string | undefined): number[] | null {
  const numbers = (text ?? '').trim().split(/\s+/).map(Number.parseFloat);
  const [red = Number.NaN, green = red, blue = red] = numbers;
  const colour = [red, green, blue];
  return colour.every(Number.isFinite) ? colour.map((value) => Math.max(0, value)) : null;
}

function readNumber(text: string | undefined, otherwise: number): number {
  const value = Number.parseFloat(text ?? '');
  return Number.isFinite(value) ? value : otherwise;
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}
