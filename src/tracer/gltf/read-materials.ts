import type { Material, Texture, TextureInfo } from '@gltf-transform/core';
import type {
  Anisotropy,
  Clearcoat,
  DiffuseTransmission,
  Dispersion,
  EmissiveStrength,
  IOR,
  Iridescence,
  Sheen,
  Specular,
  Transform,
  Transmission,
  Volume,
} from '@gltf-transform/extensions';
import { cosTurns, sinTurns } from '../portable-maths.ts';
import type { SceneMaterial, TextureSlot, TextureWrap } from '../scene.ts';
import { findDiffuseRoughness } from './diffuse-roughness.ts';
import type { TextureList } from './texture-request.ts';

/** glTF's material for primitives that name none (glTF 2.0, 3.9.1): white, metallic, rough. */
export const DEFAULT_MATERIAL: SceneMaterial = {
  baseColour: [1, 1, 1],
  alpha: 1,
  alphaMode: 'opaque',
  alphaCutoff: 0.5,
  isDoubleSided: false,
  isUnlit: false,
  metalness: 1,
  roughness: 1,
  emissive: [0, 0, 0],
  emissiveStrength: 1,
  normalScale: 1,
  occlusionStrength: 1,
  ior: 1.5,
  specular: 1,
  specularColour: [1, 1, 1],
  clearcoat: 0,
  clearcoatRoughness: 0,
  clearcoatNormalScale: 1,
  sheenColour: [0, 0, 0],
  sheenRoughness: 0,
  transmission: 0,
  thickness: 0,
  attenuationDistance: Number.POSITIVE_INFINITY,
  attenuationColour: [1, 1, 1],
  anisotropy: 0,
  anisotropyRadians: 0,
  iridescence: 0,
  iridescenceIor: 1.3,
  iridescenceThicknessNm: [100, 400],
  dispersion: 0,
  diffuseTransmission: 0,
  diffuseTransmissionColour: [1, 1, 1],
  diffuseRoughness: 0,
  baseColourMap: null,
  metalRoughMap: null,
  normalMap: null,
  occlusionMap: null,
  emissiveMap: null,
  transmissionMap: null,
  clearcoatMap: null,
  clearcoatRoughnessMap: null,
  clearcoatNormalMap: null,
  sheenColourMap: null,
  sheenRoughnessMap: null,
  specularMap: null,
  specularColourMap: null,
  anisotropyMap: null,
  iridescenceMap: null,
  iridescenceThicknessMap: null,
  diffuseTransmissionMap: null,
  diffuseTransmissionColourMap: null,
  diffuseRoughnessMap: null,
  hasVertexColours: true,
  triplanar: null,
};

/**
 * Reads the materials of a glTF document, in the order of the file.
 *
 * @param stageScale Stage units per metre of the file: lengths of KHR_materials_volume are multiplied by it.
 * @param textures Receives every texture that is used.
 */
export function readMaterials(
  materials: readonly Material[],
  stageScale: number,
  textures: TextureList,
): SceneMaterial[] {
  return materials.map((material) => readMaterial(material, stageScale, textures));
}

function readMaterial(material: Material, stageScale: number, textures: TextureList): SceneMaterial {
  const clearcoat = material.getExtension<Clearcoat>('KHR_materials_clearcoat');
  const sheen = material.getExtension<Sheen>('KHR_materials_sheen');
  const specular = material.getExtension<Specular>('KHR_materials_specular');
  const transmission = material.getExtension<Transmission>('KHR_materials_transmission');
  const volume = material.getExtension<Volume>('KHR_materials_volume');
  const strength = material.getExtension<EmissiveStrength>('KHR_materials_emissive_strength');
  const ior = material.getExtension<IOR>('KHR_materials_ior');
  const anisotropy = material.getExtension<Anisotropy>('KHR_materials_anisotropy');
  const iridescence = material.getExtension<Iridescence>('KHR_materials_iridescence');
  const dispersion = material.getExtension<Dispersion>('KHR_materials_dispersion');
  const through = material.getExtension<DiffuseTransmission>('KHR_materials_diffuse_transmission');
  const matt = findDiffuseRoughness(material);
  const slot = (texture: Texture | null | undefined, info: TextureInfo | null | undefined, isSrgb: boolean) =>
    readSlot(texture ?? null, info ?? null, isSrgb, textures);

  const [red, green, blue, alpha] = material.getBaseColorFactor();
  const [emissiveRed, emissiveGreen, emissiveBlue] = material.getEmissiveFactor();
  return {
    ...DEFAULT_MATERIAL,
    baseColour: [positive(red), positive(green), positive(blue)],
    alpha: unit(alpha),
    alphaMode: ALPHA_MODES[material.getAlphaMode()] ?? 'opaque',
    alphaCutoff: unit(material.getAlphaCutoff()),
    isDoubleSided: material.getDoubleSided(),
    isUnlit: material.getExtension('KHR_materials_unlit') !== null,
    metalness: unit(material.getMetallicFactor()),
    roughness: unit(material.getRoughnessFactor()),
    emissive: [positive(emissiveRed), positive(emissiveGreen), positive(emissiveBlue)],
    emissiveStrength: positive(strength?.getEmissiveStrength() ?? 1),
    normalScale: finite(material.getNormalScale(), 1),
    occlusionStrength: unit(material.getOcclusionStrength()),
    ior: readIor(ior?.getIOR() ?? 1.5),
    specular: unit(specular?.getSpecularFactor() ?? 1),
    specularColour: colour(specular?.getSpecularColorFactor() ?? [1, 1, 1]),
    clearcoat: unit(clearcoat?.getClearcoatFactor() ?? 0),
    clearcoatRoughness: unit(clearcoat?.getClearcoatRoughnessFactor() ?? 0),
    clearcoatNormalScale: finite(clearcoat?.getClearcoatNormalScale() ?? 1, 1),
    sheenColour: colour(sheen?.getSheenColorFactor() ?? [0, 0, 0]),
    sheenRoughness: unit(sheen?.getSheenRoughnessFactor() ?? 0),
    transmission: unit(transmission?.getTransmissionFactor() ?? 0),
    thickness: positive((volume?.getThicknessFactor() ?? 0) * stageScale),
    attenuationDistance: attenuation(volume?.getAttenuationDistance(), stageScale),
    attenuationColour: colour(volume?.getAttenuationColor() ?? [1, 1, 1]),
    anisotropy: unit(anisotropy?.getAnisotropyStrength() ?? 0),
    anisotropyRadians: finite(anisotropy?.getAnisotropyRotation() ?? 0, 0),
    iridescence: unit(iridescence?.getIridescenceFactor() ?? 0),
    iridescenceIor: Math.min(10, Math.max(1, finite(iridescence?.getIridescenceIOR() ?? 1.3, 1.3))),
    iridescenceThicknessNm: [
      positive(iridescence?.getIridescenceThicknessMinimum() ?? 100),
      positive(iridescence?.getIridescenceThicknessMaximum() ?? 400),
    ],
    dispersion: Math.min(20, positive(dispersion?.getDispersion() ?? 0)),
    diffuseTransmission: unit(through?.getDiffuseTransmissionFactor() ?? 0),
    diffuseTransmissionColour: colour(through?.getDiffuseTransmissionColorFactor() ?? [1, 1, 1]),
    diffuseRoughness: unit(matt?.getFactor() ?? 0),
    baseColourMap: slot(material.getBaseColorTexture(), material.getBaseColorTextureInfo(), true),
    metalRoughMap: slot(
      material.getMetallicRoughnessTexture(),
      material.getMetallicRoughnessTextureInfo(),
      false,
    ),
    normalMap: slot(material.getNormalTexture(), material.getNormalTextureInfo(), false),
    occlusionMap: slot(material.getOcclusionTexture(), material.getOcclusionTextureInfo(), false),
    emissiveMap: slot(material.getEmissiveTexture(), material.getEmissiveTextureInfo(), true),
    transmissionMap: slot(
      transmission?.getTransmissionTexture(),
      transmission?.getTransmissionTextureInfo(),
      false,
    ),
    clearcoatMap: slot(clearcoat?.getClearcoatTexture(), clearcoat?.getClearcoatTextureInfo(), false),
    clearcoatRoughnessMap: slot(
      clearcoat?.getClearcoatRoughnessTexture(),
      clearcoat?.getClearcoatRoughnessTextureInfo(),
      false,
    ),
    clearcoatNormalMap: slot(
      clearcoat?.getClearcoatNormalTexture(),
      clearcoat?.getClearcoatNormalTextureInfo(),
      false,
    ),
    sheenColourMap: slot(sheen?.getSheenColorTexture(), sheen?.getSheenColorTextureInfo(), true),
    sheenRoughnessMap: slot(sheen?.getSheenRoughnessTexture(), sheen?.getSheenRoughnessTextureInfo(), false),
    specularMap: slot(specular?.getSpecularTexture(), specular?.getSpecularTextureInfo(), false),
    specularColourMap: slot(
      specular?.getSpecularColorTexture(),
      specular?.getSpecularColorTextureInfo(),
      true,
    ),
    anisotropyMap: slot(anisotropy?.getAnisotropyTexture(), anisotropy?.getAnisotropyTextureInfo(), false),
    iridescenceMap: slot(
      iridescence?.getIridescenceTexture(),
      iridescence?.getIridescenceTextureInfo(),
      false,
    ),
    iridescenceThicknessMap: slot(
      iridescence?.getIridescenceThicknessTexture(),
      iridescence?.getIridescenceThicknessTextureInfo(),
      false,
    ),
    diffuseTransmissionMap: slot(
      through?.getDiffuseTransmissionTexture(),
      through?.getDiffuseTransmissionTextureInfo(),
      false,
    ),
    diffuseTransmissionColourMap: slot(
      through?.getDiffuseTransmissionColorTexture(),
      through?.getDiffuseTransmissionColorTextureInfo(),
      true,
    ),
    diffuseRoughnessMap: slot(matt?.getTexture(), matt?.getTextureInfo(), false),
  };
}

const ALPHA_MODES: Readonly<Record<string, SceneMaterial['alphaMode']>> = {
  OPAQUE: 'opaque',
  MASK: 'mask',
  BLEND: 'blend',
};

const WRAPS: Readonly<Record<number, TextureWrap>> = { 10497: 'repeat', 33648: 'mirror', 33071: 'clamp' };
const NEAREST = 9728;

function readSlot(
  texture: Texture | null,
  info: TextureInfo | null,
  isSrgb: boolean,
  textures: TextureList,
): TextureSlot | null {
  const bytes = texture?.getImage();
  if (texture === null || info === null || !bytes?.length) return null;
  const transform = info.getExtension<Transform>('KHR_texture_transform');
  const set = transform?.getTexCoord() ?? info.getTexCoord();
  return {
    texture: textures.add({
      source: { kind: 'embedded', bytes, name: texture.getName() || texture.getURI() },
      isSrgb,
      wrapS: WRAPS[info.getWrapS()] ?? 'repeat',
      wrapT: WRAPS[info.getWrapT()] ?? 'repeat',
      isSmooth: info.getMagFilter() !== NEAREST,
    }),
    // Files with more are named before they are drawn (`check-traceable.ts`).
    uvSet: set === 1 || set === 2 || set === 3 ? set : 0,
    transform: transform === null ? [1, 0, 0, 1, 0, 0] : readTransform(transform),
  };
}

/** KHR_texture_transform: translation times rotation times scale. */
function readTransform(transform: Transform): TextureSlot['transform'] {
  const [x, y] = transform.getOffset();
  const [scaleX, scaleY] = transform.getScale();
  const turns = finite(transform.getRotation(), 0) / (2 * Math.PI);
  const c = cosTurns(turns);
  const s = sinTurns(turns);
  return [c * scaleX, s * scaleY, -s * scaleX, c * scaleY, finite(x, 0), finite(y, 0)];
}

/** 0 is for materials that came from specular and glossiness: they reflect all light. */
function readIor(value: number): number {
  return value === 0 ? 0 : Math.min(10, Math.max(1, finite(value, 1.5)));
}

function attenuation(distance: number | undefined, stageScale: number): number {
  if (distance === undefined || !(distance > 0) || distance === Number.POSITIVE_INFINITY)
    return Number.POSITIVE_INFINITY;
  return distance * stageScale;
}

function colour(rgb: readonly number[]): [number, number, number] {
  return [positive(rgb[0] ?? 0), positive(rgb[1] ?? 0), positive(rgb[2] ?? 0)];
}

function unit(value: number): number {
  return Math.min(1, Math.max(0, finite(value, 0)));
}

function positive(value: number): number {
  return Math.max(0, finite(value, 0));
}

function finite(value: number, otherwise: number): number {
  return Number.isFinite(value) ? value : otherwise;
}
