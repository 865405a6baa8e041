import { readDataUri } from '../../../contract/files/read-data-uri.ts';
import { type JsonObject, numberOf, numbersOf, objectOf, textOf } from '../../../tracer/gltf/gltf-content.ts';
import type { GltfJson } from '../../../tracer/gltf/gltf-json.ts';
import { parseGltf } from '../../../tracer/gltf/read-glb.ts';

/** Two words of header and the one chunk header before the JSON. */
const JSON_START = 20;

/** The base colour of one material of a file. */
export interface BaseColour {
  /** Linear; multiplies the picture. */
  readonly factor: readonly number[];
  /** As the file holds it; null for a material without one. */
  readonly image: Blob | null;
}

/**
 * What one material of a GLB says about its base colour. Reads the document and that picture alone, whatever the file's
 * size.
 *
 * @throws AppError `model-unreadable`, or RangeError for a file that is no GLB; Error for a picture that is outside it.
 */
export async function readBaseColour(glb: Blob, materialIndex: number): Promise<BaseColour> {
  const header = new DataView(await glb.slice(0, JSON_START).arrayBuffer());
  const jsonBytes = header.getUint32(12, true);
  const json = parseGltf(new Uint8Array(await glb.slice(JSON_START, JSON_START + jsonBytes).arrayBuffer()));
  const material = objectOf(json.materials?.[materialIndex]);
  const surface = objectOf(material.pbrMetallicRoughness);
  const old = objectOf(objectOf(material.extensions).KHR_materials_pbrSpecularGlossiness);
  const factor = numbersOf(surface.baseColorFactor, 4) ?? numbersOf(old.diffuseFactor, 4) ?? [1, 1, 1, 1];
  const info = surface.baseColorTexture ?? old.diffuseTexture;
  if (info === undefined) return { factor, image: null };
  const image = findImage(json, objectOf(info));
  const type = textOf(image.mimeType);
  if (typeof image.uri === 'string') {
    const bytes = readDataUri(image.uri);
    if (bytes === null) throw new Error('the picture is not in the file');
    return { factor, image: new Blob([bytes], { type }) };
  }
  const view = json.bufferViews?.[numberOf(image.bufferView, -1)];
  if (view === undefined) throw new Error('the picture is not in the file');
  const start = JSON_START + jsonBytes + 8 + (view.byteOffset ?? 0);
  return { factor, image: glb.slice(start, start + (view.byteLength ?? 0), type) };
}

function findImage(json: GltfJson, info: JsonObject): JsonObject {
  const texture = json.textures?.[numberOf(info.index, -1)];
  // The plain picture is a stand-in for readers that know no better one.
  const sources = ['KHR_texture_basisu', 'EXT_texture_webp', 'EXT_texture_avif'].map(
    (name) => objectOf(texture?.extensions?.[name]).source,
  );
  const source = sources.find((one) => one !== undefined) ?? texture?.source;
  return objectOf(json.images?.[numberOf(source, -1)]);
}
