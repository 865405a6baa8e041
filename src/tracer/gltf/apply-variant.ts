import type { GltfJson, GltfPrimitive } from './gltf-json.ts';

const EXTENSION = 'KHR_materials_variants';
/** Most colourways that are listed of one model; no product has more. */
const VARIANTS_MAX = 100;
/** The contract's length of a name. */
const NAME_MAX_LENGTH = 255;

/** Names of the colourways of a document, in its order; one that repeats is listed once, one without a name not at all. */
export function listVariants(json: GltfJson): string[] {
  const names = variantsOf(json).map((variant) => (variant as { name?: unknown } | null)?.name);
  return [...new Set(names.filter((name) => isName(name)))].slice(0, VARIANTS_MAX);
}

/**
 * The document as it is in one of its colourways (KHR_materials_variants): the parts that it maps are drawn with its
 * materials, all others with their own. Not changed itself.
 *
 * @param name Null, and one that the document does not have, leave it as it is.
 */
export function applyVariant(json: GltfJson, name: string | null): GltfJson {
  if (name === null) return json;
  const index = variantsOf(json).findIndex(
    (variant) => (variant as { name?: unknown } | null)?.name === name,
  );
  if (index === -1 || json.meshes === undefined) return json;
  const materialCount = json.materials?.length ?? 0;
  return {
    ...json,
    meshes: json.meshes.map((mesh) => ({
      ...mesh,
      ...(mesh.primitives && {
        primitives: mesh.primitives.map((primitive) => {
          const material = findMaterial(primitive, index);
          const isThere = material !== null && material < materialCount;
          return isThere ? { ...primitive, material } : primitive;
        }),
      }),
    })),
  };
}

function isName(name: unknown): name is string {
  return typeof name === 'string' && name.trim() !== '' && name.length <= NAME_MAX_LENGTH;
}

function variantsOf(json: GltfJson): readonly unknown[] {
  const list = (json.extensions?.[EXTENSION] as { variants?: unknown } | undefined)?.variants;
  return Array.isArray(list) ? list : [];
}

function findMaterial(primitive: GltfPrimitive, variant: number): number | null {
  const mappings = (primitive.extensions?.[EXTENSION] as { mappings?: unknown } | undefined)?.mappings;
  if (!Array.isArray(mappings)) return null;
  for (const mapping of mappings as ({ material?: unknown; variants?: unknown } | null)[]) {
    if (!Array.isArray(mapping?.variants) || !mapping.variants.includes(variant)) continue;
    const { material } = mapping;
    return Number.isInteger(material) && (material as number) >= 0 ? (material as number) : null;
  }
  return null;
}
