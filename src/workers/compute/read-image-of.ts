import type { GltfJson } from '../../tracer/gltf-json.ts';
import { parseGltf } from '../../tracer/read-glb.ts';
import { type JsonObject, numberOf, objectOf, textOf } from './gltf-content.ts';
import { readDataUri } from './read-data-uri.ts';

/** Two words of header and the one chunk header before the JSON. */
const JSON_START = 20;

/**
 * The base colour picture of one material of a GLB. Reads the document and that picture alone, whatever the file's size.
 *
 * @returns Null for a material without one.
 * @throws AppError `model-unreadable`, or RangeError for a file that is no GLB.
 */
export async function readImageOf(
  glb: Blob,
  materialIndex: number,
): Promise<{ readonly json: GltfJson; readonly image: Blob } | null> {
  const header = new DataView(await glb.slice(0, JSON_START).arrayBuffer());
  const jsonBytes = header.getUint32(12, true);
  const json = parseGltf(new Uint8Array(await glb.slice(JSON_START, JSON_START + jsonBytes).arrayBuffer()));
  const image = findImage(json, objectOf(json.materials?.[materialIndex]));
  if (image === null) return null;
  const type = textOf(image.mimeType);
  if (typeof image.uri === 'string') {
    const bytes = readDataUri(image.uri);
    return bytes === null ? null : { json, image: new Blob([bytes], { type }) };
  }
  const view = json.bufferViews?.[numberOf(image.bufferView, -1)];
  if (view === undefined) return null;
  const start = JSON_START + jsonBytes + 8 + (view.byteOffset ?? 0);
  return { json, image: glb.slice(start, start + (view.byteLength ?? 0), type) };
}

function findImage(json: GltfJson, material: JsonObject): JsonObject | null {
  const surface = objectOf(material.pbrMetallicRoughness);
  const old = objectOf(objectOf(material.extensions).KHR_materials_pbrSpecularGlossiness);
  const info = objectOf(surface.baseColorTexture ?? old.diffuseTexture);
  const texture = json.textures?.[numberOf(info.index, -1)];
  if (texture === undefined) return null;
  const webp = objectOf(texture.extensions?.EXT_texture_webp);
  const found = json.images?.[numberOf(webp.source ?? texture.source, -1)];
  return found === undefined ? null : objectOf(found);
}
