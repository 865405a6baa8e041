import { MATERIAL_RESET } from '../../../contract/constants.ts';
import type { JsonObject } from '../../../tracer/gltf/gltf-content.ts';
import { decodeSrgb, parseColour } from '../../../tracer/parse-colour.ts';
import { type MtlMap, type MtlMaterial, parseMtlMap } from './read-mtl.ts';

/**
 * What a texture is for. A relief may turn out to be heights or normals; roughness and metalness share a picture; an opacity without a
 * colour becomes a white one.
 */
export type TextureUse = 'colour' | 'opacity' | 'relief' | 'normals' | 'roughness' | 'metalness';

/** Adds a glTF texture. `beside` is packed with it: the opacity of a colour, the metalness of a roughness. */
export type TextureAdder = (map: MtlMap, use: TextureUse, beside: MtlMap | null) => Promise<AddedTexture>;

export interface AddedTexture {
  readonly index: number;
  /** False for a file that was not given: the material shows its plain colour or number then. */
  readonly isHere: boolean;
  readonly isBesideHere: boolean;
  /** How steep the material is to make a normal map. */
  readonly strength: number;
}

/** A texture of a material, where it lies and what of it is there. */
type PlacedTexture = Omit<AddedTexture, 'index'> & { readonly info: JsonObject };

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
 * Translates a Phong material into glTF's terms. A colour tints its texture, but for a grey that nobody chose. A material
 * without any opacity is a fault of its exporter and becomes opaque.
 *
 * @param hasOwnGreys Whether greys beside pictures were chosen, but for those that programs leave: {@link differInTint}.
 */
export async function convertMtl(
  name: string,
  mtl: MtlMaterial,
  addTexture: TextureAdder,
  hasOwnGreys = false,
): Promise<JsonObject> {
  const map = (...words: readonly string[]): MtlMap | null => {
    const statement = words.map((word) => mtl.get(word) ?? '').find((text) => text !== '');
    const parsed = statement === undefined ? null : parseMtlMap(statement);
    return parsed === null || parsed.address === '' ? null : parsed;
  };
  const texture = async (
    source: MtlMap | null,
    use: TextureUse,
    beside: MtlMap | null = null,
  ): Promise<PlacedTexture | null> => {
    if (source === null) return null;
    const { index, ...added } = await addTexture(source, use, beside);
    return { info: { index, ...transformOf(source) }, ...added };
  };
  const alphaMap = map('map_d');
  const painted = map('map_kd');
  const colourMap =
    painted === null ? await texture(alphaMap, 'opacity') : await texture(painted, 'colour', alphaMap);
  const hasColours = painted !== null && colourMap?.isHere === true;
  const hasAlpha =
    alphaMap !== null && (painted === null ? colourMap?.isHere : colourMap?.isBesideHere) === true;
  const normals = map('norm', 'map_kn');
  const reliefMap = await texture(
    normals ?? map('map_bump', 'bump'),
    normals === null ? 'relief' : 'normals',
  );
  const roughness = map('map_pr');
  const metalness = map('map_pm');
  const finishMap =
    roughness === null
      ? await texture(metalness, 'metalness')
      : await texture(roughness, 'roughness', metalness);
  const hasRoughness = roughness !== null && finishMap?.isHere === true;
  const hasMetalness = roughness === null ? finishMap?.isHere === true : finishMap?.isBesideHere === true;
  const specularMap = await texture(map('map_ks'), 'colour');
  const glowMap = await texture(map('map_ke'), 'colour');
  const given = readColour(mtl.get('kd')) ?? [0.8, 0.8, 0.8];
  const colour = hasColours && isUntouched(mtl.get('kd'), hasOwnGreys) ? [1, 1, 1] : given;
  // Beyond 1 it is a strength: programs that write it mean light, not a colour.
  // Where it glows stands in its picture: without that, nowhere.
  const isLost = glowMap?.isHere === false;
  const wished = readNumbers(mtl.get('ke')) ?? (glowMap === null ? [0, 0, 0] : [1, 1, 1]);
  const light = isLost ? [0, 0, 0] : wished;
  const strength = Math.max(1, ...light);
  const glow = light.map((value) => decodeSrgb(value / strength));
  const specular = readSpecular(mtl, specularMap);
  const extensions = {
    ...(strength > 1 ? { KHR_materials_emissive_strength: { emissiveStrength: strength } } : {}),
    ...(specular === null ? {} : { KHR_materials_specular: specular }),
  };
  const opacity = readOpacity(mtl);
  const isSeeThrough = opacity < 1 || hasAlpha;
  return {
    name,
    pbrMetallicRoughness: {
      baseColorFactor: [...colour, opacity],
      // A picture stands in for the number: programs write both.
      metallicFactor: hasMetalness ? 1 : clamp(readNumber(mtl.get('pm'), 0)),
      roughnessFactor: hasRoughness ? 1 : readRoughness(mtl, specularMap?.isHere === true),
      ...(colourMap === null ? {} : { baseColorTexture: colourMap.info }),
      ...(finishMap === null ? {} : { metallicRoughnessTexture: finishMap.info }),
    },
    ...(reliefMap === null ? {} : { normalTexture: normalInfo(reliefMap) }),
    ...(glowMap === null ? {} : { emissiveTexture: glowMap.info }),
    ...(Math.max(...glow) > 0 ? { emissiveFactor: glow } : {}),
    ...(Object.keys(extensions).length > 0 ? { extensions } : {}),
    ...(isSeeThrough ? { alphaMode: 'BLEND' } : {}),
    doubleSided: true,
  };
}

/** What programs leave beside a picture: 0.588 3ds Max, 0.64 and 0.8 Blender, 0.6 and 0.4 those that make models of photos, 0 others. */
const LEFT_GREYS = [0, 0.4, 0.588, 0.6, 0.64, 0.8];
/** As far as colours are written apart: 150 of 255 is 0.588 in one file and 0.588235 in the next. */
const SAME = 1e-3;

/**
 * Whether materials of one library have different colours beside their pictures. Then somebody chose them; a colour that all of them
 * have, or the only one, is what a program writes.
 */
export function differInTint(materials: readonly MtlMaterial[]): boolean {
  const [first, ...others] = materials
    .flatMap((mtl) => (mtl.has('map_kd') ? [readNumbers(mtl.get('kd')) ?? []] : []))
    .filter((colour) => colour.length > 0);
  return others.some((colour) => colour.some((value, k) => !isNear(value, first?.[k])));
}

/**
 * Whether nobody chose the colour beside a picture: there is none, or it is a grey that says nothing. In the programs that write MTL a
 * picture takes the place of a colour, and what was there before is written beside it all the same.
 */
function isUntouched(text: string | undefined, hasOwnGreys: boolean): boolean {
  const [red, ...others] = readNumbers(text) ?? [];
  if (red === undefined) return true;
  if (others.some((value) => Math.abs(value - red) > 1e-6)) return false;
  return !hasOwnGreys || LEFT_GREYS.some((grey) => isNear(grey, red));
}

function isNear(value: number, other = Number.NaN): boolean {
  return Math.abs(value - other) <= SAME;
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

function readRoughness(mtl: MtlMaterial, hasSpecularMap: boolean): number {
  if (mtl.has('pr')) return clamp(readNumber(mtl.get('pr'), MATERIAL_RESET.roughness));
  const exponent = readNumber(mtl.get('ns'), -1);
  if (exponent < 0) return MATERIAL_RESET.roughness;
  const isMatt = (!hasSpecularMap && isBlack(mtl.get('ks'))) || mtl.get('illum') === '1';
  return isMatt ? 1 : clamp(1 - Math.sqrt(exponent / MIRROR_EXPONENT));
}

/**
 * The highlight as KHR_materials_specular, null where it is glTF's own: Ks 0.5 is the 4 % that most surfaces reflect,
 * as Blender reads and writes it. A material of another model (illum 1), and black beside the numbers that took the
 * place of Ks, say nothing of it.
 */
function readSpecular(mtl: MtlMaterial, map: PlacedTexture | null): JsonObject | null {
  const hasNumbers = ['pr', 'pm', 'map_pr', 'map_pm'].some((word) => mtl.has(word));
  if (mtl.get('illum') === '1') return null;
  const isUnsaid = isBlack(mtl.get('ks')) && (hasNumbers || map?.isHere === true);
  const given = isUnsaid ? null : readNumbers(mtl.get('ks'));
  const level = (given ?? (map?.isHere === true ? [1, 1, 1] : [0.5, 0.5, 0.5])).map(
    (value) => 2 * clamp(value),
  );
  const factor = Math.min(1, Math.max(...level));
  const colour = level.map((value) => (factor === 0 ? 1 : value / factor));
  const specular = {
    ...(factor === 1 ? {} : { specularFactor: factor }),
    ...(colour.every((value) => value === 1) ? {} : { specularColorFactor: colour }),
    ...(map === null ? {} : { specularColorTexture: map.info }),
  };
  return Object.keys(specular).length === 0 ? null : specular;
}

function isBlack(colour: string | undefined): boolean {
  return readNumbers(colour)?.every((value) => value === 0) === true;
}

function normalInfo({ info, strength }: PlacedTexture): JsonObject {
  return strength === 1 ? info : { ...info, scale: strength };
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
