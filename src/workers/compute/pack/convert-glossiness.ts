import { type JsonObject, numberOf, numbersOf, objectOf, textOf } from '../../../tracer/gltf/gltf-content.ts';
import { type Pixels, writePng } from '../pictures/convert-image.ts';
import { readPixels } from '../pictures/read-pixels.ts';
import { listOf } from './pack-buffers.ts';
import { readDocument } from './read-document.ts';
import { createBinaryBuilder, writeGlb } from './write-glb.ts';

const GLOSSINESS = 'KHR_materials_pbrSpecularGlossiness';
/** What stands for it: an index of refraction of 0 reflects all light, which the specular colour then weakens. */
const [IOR, SPECULAR] = ['KHR_materials_ior', 'KHR_materials_specular'] as const;
/** Where a texture names its picture, the first that is there. */
const SOURCES = ['EXT_texture_avif', 'EXT_texture_webp', 'KHR_texture_basisu'] as const;

/** A document under change: pictures and textures are added at the end of its lists. */
interface Draft {
  readonly images: unknown[];
  readonly textures: unknown[];
  readonly bufferViews: unknown[];
  /** Appends a file to the BIN chunk. @returns The number of its view. */
  addView(file: Blob): number;
  /** Bytes of a picture inside the file, null where there are none. */
  readImage(index: number): Blob | null;
}

/**
 * Says the archived materials of specular and glossiness (KHR_materials_pbrSpecularGlossiness) as metallic-roughness
 * with KHR_materials_specular and KHR_materials_ior, so that the stage, engines and other programs draw them. A file
 * without any keeps its bytes; equal files give equal bytes.
 *
 * @param glb Self-contained.
 * @param name Of the file, for the failure.
 * @throws AppError `model-unreadable`, `file-too-large`.
 */
export async function convertGlossiness(glb: Blob, name: string): Promise<Blob> {
  const { json, binary } = await readDocument(glb);
  const materials = Array.isArray(json.materials) ? json.materials.map(objectOf) : [];
  if (!materials.some((material) => GLOSSINESS in objectOf(material.extensions))) return glb;

  const chunk = createBinaryBuilder(name);
  if (binary !== null) chunk.add(binary);
  const images = [...listOf(json.images, 'images')];
  const bufferViews = [...listOf(json.bufferViews, 'bufferViews')];
  const draft: Draft = {
    images,
    textures: [...listOf(json.textures, 'textures')],
    bufferViews,
    addView(file) {
      const byteOffset = chunk.add(file);
      return bufferViews.push({ buffer: 0, byteOffset, byteLength: file.size }) - 1;
    },
    readImage(index) {
      const view = objectOf(bufferViews[numberOf(objectOf(images[index]).bufferView, -1)]);
      const start = numberOf(view.byteOffset, 0);
      const end = start + numberOf(view.byteLength, 0);
      return view.buffer !== 0 || binary === null || end > binary.size ? null : binary.slice(start, end);
    },
  };
  const roughnessOf = createRoughnessMaps(draft);
  const converted: JsonObject[] = [];
  for (const material of materials) converted.push(await convert(material, roughnessOf));

  const [first, ...others] = listOf(json.buffers, 'buffers').map(objectOf);
  const used = listOf(json.extensionsUsed, 'extensionsUsed').filter((one) => one !== GLOSSINESS);
  const required = listOf(json.extensionsRequired, 'extensionsRequired');
  return writeGlb(
    {
      ...withLists(json, {
        images,
        textures: draft.textures,
        bufferViews,
        materials: converted,
        extensionsUsed: [...new Set([...used, IOR, SPECULAR])],
        extensionsRequired: required.filter((one) => one !== GLOSSINESS),
      }),
      ...(chunk.sizeBytes > 0 ? { buffers: [{ ...first, byteLength: chunk.sizeBytes }, ...others] } : {}),
    },
    chunk,
  );
}

/** Lists that stay empty are left out, as glTF wants it. */
function withLists(json: JsonObject, lists: Readonly<Record<string, readonly unknown[]>>): JsonObject {
  const entries = Object.entries({ ...json, ...lists });
  return Object.fromEntries(entries.filter(([name]) => lists[name]?.length !== 0));
}

async function convert(
  material: JsonObject,
  roughnessOf: (info: JsonObject, glossiness: number) => Promise<JsonObject | null>,
): Promise<JsonObject> {
  const { [GLOSSINESS]: archived, ...extensions } = objectOf(material.extensions);
  if (archived === undefined) return material;
  const glossy = objectOf(archived);
  const glossiness = Math.min(1, Math.max(0, numberOf(glossy.glossinessFactor, 1)));
  const info = 'specularGlossinessTexture' in glossy ? objectOf(glossy.specularGlossinessTexture) : null;
  const roughness = info === null ? null : await roughnessOf(info, glossiness);
  return {
    ...material,
    pbrMetallicRoughness: {
      baseColorFactor: numbersOf(glossy.diffuseFactor, 4) ?? [1, 1, 1, 1],
      ...('diffuseTexture' in glossy ? { baseColorTexture: glossy.diffuseTexture } : {}),
      metallicFactor: 0,
      roughnessFactor: roughness === null ? 1 - glossiness : 1,
      ...(roughness === null ? {} : { metallicRoughnessTexture: roughness }),
    },
    extensions: {
      ...extensions,
      [IOR]: { ior: 0 },
      [SPECULAR]: {
        specularColorFactor: numbersOf(glossy.specularFactor, 3) ?? [1, 1, 1],
        ...(info === null ? {} : { specularColorTexture: info }),
      },
    },
  };
}

/**
 * Makes maps of roughness, in green, of the glossiness in the alpha of pictures; each once.
 *
 * @returns The map's textureInfo, laid as the given one; null where the picture cannot be read.
 */
function createRoughnessMaps(draft: Draft) {
  const known = new Map<string, Promise<number | null>>();
  const make = async (texture: JsonObject, glossiness: number): Promise<number | null> => {
    const extensions = objectOf(texture.extensions);
    const source = SOURCES.map((name) => objectOf(extensions[name]).source).find((one) => one !== undefined);
    const index = numberOf(source ?? texture.source, -1);
    const file = draft.readImage(index);
    const pixels = file === null ? null : await readPixels(file, textOf(objectOf(draft.images[index]).name));
    if (pixels === null) return null;
    const bufferView = draft.addView(await writePng(invertGloss(pixels, glossiness)));
    const image = draft.images.push({ bufferView, mimeType: 'image/png' }) - 1;
    const { sampler } = texture;
    return draft.textures.push({ source: image, ...(sampler === undefined ? {} : { sampler }) }) - 1;
  };
  return async (info: JsonObject, glossiness: number): Promise<JsonObject | null> => {
    const index = numberOf(info.index, -1);
    const key = `${index} ${glossiness}`;
    const making = known.get(key) ?? make(objectOf(draft.textures[index]), glossiness);
    known.set(key, making);
    const texture = await making;
    return texture === null ? null : { ...info, index: texture };
  };
}

/** Rough where it is not glossy; metalness stays 0. */
function invertGloss({ widthPx, heightPx, rgba }: Pixels, glossiness: number): Pixels {
  const map = new Uint8ClampedArray(rgba.length);
  for (let at = 0; at < rgba.length; at += 4) {
    map[at + 1] = Math.round(255 - glossiness * (rgba[at + 3] ?? 255));
    map[at + 3] = 255;
  }
  return { widthPx, heightPx, rgba: map };
}
