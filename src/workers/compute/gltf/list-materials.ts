import type { FileFinish, FileMaterial } from '../../../contract/model-report.ts';
import {
  type JsonObject,
  listSceneNodes,
  numberOf,
  numbersOf,
  objectOf,
  textOf,
} from '../../../tracer/gltf/gltf-content.ts';
import type { GltfJson } from '../../../tracer/gltf/gltf-json.ts';
import { encodeSrgb } from '../../../tracer/parse-colour.ts';
import { isGlass } from '../../../tracer/scene/check-traceable.ts';

/**
 * The materials the default scene draws with, in file order; glTF's default material, index -1, comes last and only
 * when something uses it.
 *
 * @param skipped Nodes that do not count. @param tints Means of vertex colours by material index, linear.
 */
export function listMaterials(
  json: GltfJson,
  skipped: ReadonlySet<number>,
  tints: ReadonlyMap<number, readonly number[]> = new Map(),
): FileMaterial[] {
  const usage = new Map<number, number>();
  for (const { index } of listSceneNodes(json)) {
    const mesh = json.nodes?.[index]?.mesh;
    if (mesh === undefined || skipped.has(index)) continue;
    const primitives = json.meshes?.[mesh]?.primitives ?? [];
    for (const material of new Set(primitives.map((primitive) => primitive.material ?? -1))) {
      usage.set(material, (usage.get(material) ?? 0) + 1);
    }
  }
  const tint = (index: number): Pick<FileMaterial, 'vertexTint'> => {
    const mean = tints.get(index);
    return mean === undefined ? {} : { vertexTint: toHex(mean) };
  };
  const used = (json.materials ?? []).flatMap((material, index) => {
    const usageCount = usage.get(index) ?? 0;
    return usageCount === 0 ? [] : [{ ...describe(objectOf(material), index, usageCount), ...tint(index) }];
  });
  const unnamed = usage.get(-1);
  return unnamed === undefined ? used : [...used, { ...describe({}, -1, unnamed), ...tint(-1) }];
}

function describe(material: JsonObject, index: number, usageCount: number): FileMaterial {
  const surface = objectOf(material.pbrMetallicRoughness);
  const old = objectOf(objectOf(material.extensions).KHR_materials_pbrSpecularGlossiness);
  const colour = numbersOf(surface.baseColorFactor, 4) ?? numbersOf(old.diffuseFactor, 4) ?? [1, 1, 1, 1];
  return {
    index,
    name: textOf(material.name),
    colour: toHex(colour),
    metalness: clamp(numberOf(surface.metallicFactor, 'diffuseFactor' in old ? 0 : 1)),
    roughness: clamp(numberOf(surface.roughnessFactor, 1)),
    hasTexture: hasTexture(material),
    ...(isGlass(material) && { isGlass: true as const }),
    usageCount,
    finish: describeFinish(material, colour[3] ?? 1),
  };
}

/** The defaults are those of glTF 2.0, 3.9 and 5.19; what the panel has no range for is cut. */
function describeFinish(material: JsonObject, alpha: number): FileFinish {
  const strength = objectOf(objectOf(material.extensions).KHR_materials_emissive_strength).emissiveStrength;
  const normal = objectOf(material.normalTexture);
  const occlusion = objectOf(material.occlusionTexture);
  return {
    emissive: toHex(numbersOf(material.emissiveFactor, 3) ?? [0, 0, 0]),
    emissiveIntensity: Math.min(10, Math.max(0, numberOf(strength, 1))),
    normalScale: Math.min(4, Math.max(0, numberOf(normal.scale, 1))),
    aoMapIntensity: clamp(numberOf(occlusion.strength, 1)),
    opacity: material.alphaMode === 'BLEND' ? clamp(alpha) : 1,
    hasNormalMap: 'index' in normal,
    hasOcclusionMap: 'index' in occlusion,
  };
}

/** True for any texture, in the material or in an extension of it (G25). */
function hasTexture(material: JsonObject, depth = 0): boolean {
  return Object.entries(material).some(
    ([key, value]) =>
      (key.endsWith('Texture') && typeof value === 'object') ||
      (depth < 4 && key !== 'extras' && hasTexture(objectOf(value), depth + 1)),
  );
}

function toHex(linear: readonly number[]): string {
  const digits = linear.slice(0, 3).map((value) =>
    Math.round(encodeSrgb(clamp(value)) * 255)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${digits.join('')}`;
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}
