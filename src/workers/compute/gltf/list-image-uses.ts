import type { ImageRole, MissingFile } from '../../../contract/model-report.ts';
import { type JsonObject, objectOf, textOf } from '../../../tracer/gltf/gltf-content.ts';
import type { GltfImage, GltfJson, GltfTexture } from '../../../tracer/gltf/gltf-json.ts';

/** Names of a list are enough for a person up to here. */
const MAX_MATERIALS = 3;

const ROLES: readonly (readonly [RegExp, ImageRole])[] = [
  [/basecolor|diffuse|^color/i, 'colour'],
  [/normal/i, 'relief'],
  [/rough|metal|gloss|specular|clearcoat|sheen|anisotropy/i, 'finish'],
  [/occlusion/i, 'shade'],
  [/emissive/i, 'glow'],
];

/** Extensions by which a texture has a picture that is read. */
const SOURCES = ['KHR_texture_basisu', 'EXT_texture_webp', 'EXT_texture_avif'] as const;

type Use = Pick<MissingFile, 'role' | 'materials'>;

/**
 * What each picture of a document is for.
 *
 * @param document glTF JSON, not necessarily checked.
 * @returns The use of an image by its index; its first role when it has several.
 */
export function listImageUses(document: JsonObject): (image: number) => Use {
  const uses = new Map<number, { role: ImageRole; materials: Set<string> }>();
  const textures = Array.isArray(document.textures) ? document.textures.map(objectOf) : [];
  const materials = Array.isArray(document.materials) ? document.materials.map(objectOf) : [];
  for (const material of materials) {
    for (const [slot, info] of listTextureInfos(material)) {
      const texture = textures[Number(info.index)] ?? {};
      const sources = [texture, ...Object.values(objectOf(texture.extensions)).map(objectOf)];
      for (const { source } of sources) {
        if (typeof source !== 'number') continue;
        const role = ROLES.find(([pattern]) => pattern.test(slot))?.[1] ?? 'other';
        const use = uses.get(source) ?? { role, materials: new Set() };
        if (textOf(material.name) !== '') use.materials.add(textOf(material.name).slice(0, 100));
        uses.set(source, use);
      }
    }
  }
  return (image) => {
    const use = uses.get(image);
    return { role: use?.role ?? 'other', materials: [...(use?.materials ?? [])].slice(0, MAX_MATERIALS) };
  };
}

/**
 * The document with a picture that cannot be read for each texture of a material that has none, or has it only by an
 * extension that nobody here reads: such a file is whole without it, and its readers look for the picture of every texture.
 *
 * @returns What stands in for its lists. Each picture stands for one texture, after those of the file.
 */
export function standInImages({
  textures,
  images,
  materials,
}: GltfJson): Pick<GltfJson, 'textures' | 'images'> {
  const infos = (materials ?? []).flatMap((material) => listTextureInfos(objectOf(material)));
  const used = new Set(infos.map(([, { index }]) => index));
  const all: (GltfImage & { readonly name?: string })[] = [...(images ?? [])];
  const whole = textures?.map((texture, index) => {
    const { source, name, extensions = {} } = texture as GltfTexture & { readonly name?: unknown };
    const isThere =
      source !== undefined || SOURCES.some((one) => objectOf(extensions[one]).source !== undefined);
    if (isThere || !used.has(index)) return texture;
    const others = Object.values(extensions).map((one) => objectOf(all[Number(objectOf(one).source)]));
    const named = [...others.map((one) => textOf(one.name)), textOf(name)].find((one) => one !== '') ?? '';
    // Of an address of its own, by which the loader of three.js tells pictures apart.
    return { ...texture, source: all.push({ uri: `data:,${index}`, name: named.slice(0, 100) }) - 1 };
  });
  return { ...(whole && { textures: whole }), ...(all.length > 0 && { images: all }) };
}

/** Texture references sit at several depths of a material, under keys that end in "Texture". */
function listTextureInfos(material: JsonObject): [string, JsonObject][] {
  const found: [string, JsonObject][] = [];
  const waiting: { value: JsonObject; depth: number }[] = [{ value: material, depth: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const [key, entry] of Object.entries(next.value)) {
      if (key === 'extras' || next.depth > 8 || typeof entry !== 'object') continue;
      const value = objectOf(entry);
      if (key.endsWith('Texture')) found.push([key, value]);
      waiting.push({ value, depth: next.depth + 1 });
    }
  }
  return found;
}
