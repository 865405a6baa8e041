import { type Material, MeshPhysicalMaterial, SRGBColorSpace, type Texture } from 'three';
import type { GLTFLoaderPlugin, GLTFParser } from 'three/addons/loaders/GLTFLoader.js';
import { objectOf } from '../../tracer/gltf/gltf-content.ts';
import { DIFFUSE_ROUGHNESS } from '../../tracer/gltf/gltf-json.ts';
import { TranslucentMaterial } from './translucent-material.ts';

const TRANSMISSION = 'KHR_materials_diffuse_transmission';

/** Reads what the loader of three.js leaves of a material's diffuse lobes (r187): their roughness and what comes through. */
export function readDiffuse(parser: GLTFParser): GLTFLoaderPlugin {
  const extensionOf = (index: number, name: string): Record<string, unknown> | null => {
    const { extensions } = objectOf(parser.json.materials?.[index]);
    const found = objectOf(extensions)[name];
    return found === undefined ? null : objectOf(found);
  };
  const roughnessOf = (index: number) =>
    DIFFUSE_ROUGHNESS.map((name) => extensionOf(index, name)).find((found) => found !== null) ?? null;
  const textureOf = async (info: unknown, isSrgb: boolean): Promise<Texture | null> => {
    if (typeof info !== 'object' || info === null) return null;
    const [target, space] = [{} as { map?: Texture }, isSrgb ? SRGBColorSpace : undefined];
    await parser.assignTexture(target, 'map', info as { index: number }, space);
    return target.map ?? null;
  };
  const readTranslucent = async (index: number, said: Record<string, unknown>): Promise<Material> => {
    const plain = await parser.loadMaterial(index);
    if (!(plain instanceof MeshPhysicalMaterial)) return plain;
    const material = new TranslucentMaterial().copy(plain);
    material.diffuseTransmission = unit(said.diffuseTransmissionFactor);
    const colour = said.diffuseTransmissionColorFactor;
    if (Array.isArray(colour)) material.diffuseTransmissionColor.fromArray(colour.map(positive));
    material.lay(
      await textureOf(said.diffuseTransmissionTexture, false),
      await textureOf(said.diffuseTransmissionColorTexture, true),
    );
    parser.associations.set(material, { materials: index });
    return material;
  };
  return {
    name: 'vitrine-diffuse',
    getMaterialType: (index) =>
      extensionOf(index, TRANSMISSION) === null && roughnessOf(index) === null ? null : MeshPhysicalMaterial,
    extendMaterialParams: async (index, params) => {
      const found = roughnessOf(index);
      if (found === null) return;
      params.diffuseRoughness = unit(found.diffuseRoughnessFactor);
      params.diffuseRoughnessMap = await textureOf(found.diffuseRoughnessTexture, false);
    },
    loadMaterial: (index) => {
      const found = extensionOf(index, TRANSMISSION);
      return found === null || unit(found.diffuseTransmissionFactor) === 0
        ? null
        : readTranslucent(index, found);
    },
  };
}

function unit(value: unknown): number {
  return typeof value === 'number' ? Math.min(1, Math.max(0, value)) : 0;
}

function positive(value: unknown): number {
  return typeof value === 'number' ? Math.max(0, value) : 0;
}
