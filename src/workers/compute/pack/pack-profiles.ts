import { type JsonObject, objectOf, textOf } from '../../../tracer/gltf/gltf-content.ts';
import { LIGHTS_IES, PROFILE_BYTES_MAX } from '../../../tracer/light/read-light-profiles.ts';
import type { CompanionFinder } from '../gltf/find-companion.ts';
import type { BinaryBuilder } from './write-glb.ts';

/** Addresses of the light profiles (EXT_lights_ies) that a document has outside. */
export function listProfileUris(document: JsonObject): string[] {
  return listProfiles(document).flatMap((light) => outsideOf(light));
}

/**
 * Puts the light profiles that a document names into its BIN chunk, byte for byte. One that was not given, or is larger than
 * any, stays named.
 *
 * @param firstView Number of the first buffer view that is added.
 * @returns The document's extensions, and the buffer views to append.
 */
export async function packProfiles(
  document: JsonObject,
  firstView: number,
  path: string,
  companions: CompanionFinder,
  chunk: BinaryBuilder,
): Promise<{ readonly extensions: JsonObject; readonly bufferViews: readonly JsonObject[] }> {
  const extensions = objectOf(document.extensions);
  const bufferViews: JsonObject[] = [];
  if (listProfileUris(document).length === 0) return { extensions, bufferViews };
  const lights: JsonObject[] = [];
  for (const light of listProfiles(document)) {
    const [uri] = outsideOf(light);
    const file = uri === undefined ? 'missing' : await companions.read(path, uri);
    if (uri === undefined || typeof file === 'string' || file.size > PROFILE_BYTES_MAX) {
      lights.push(light);
      continue;
    }
    const { uri: _, ...rest } = light;
    const bufferView = firstView + bufferViews.length;
    bufferViews.push({ buffer: 0, byteOffset: chunk.add(file), byteLength: file.size });
    const name = textOf(light.name) || uri.slice(0, 200);
    lights.push({ ...rest, name, bufferView, mimeType: 'application/x-ies-lm-63' });
  }
  const profiles = { ...objectOf(extensions[LIGHTS_IES]), lights };
  return { extensions: { ...extensions, [LIGHTS_IES]: profiles }, bufferViews };
}

function listProfiles(document: JsonObject): JsonObject[] {
  const { lights } = objectOf(objectOf(document.extensions)[LIGHTS_IES]);
  return Array.isArray(lights) ? lights.map(objectOf) : [];
}

function outsideOf({ uri }: JsonObject): string[] {
  const address = textOf(uri);
  return address === '' || /^data:/i.test(address) ? [] : [address];
}
