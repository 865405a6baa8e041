import { readDataUri } from '../../contract/files/read-data-uri.ts';
import { type JsonObject, listSceneNodes, objectOf, textOf } from '../gltf/gltf-content.ts';
import type { GltfJson } from '../gltf/gltf-json.ts';
import { type IesLamp, readIes } from './read-ies.ts';

export const LIGHTS_IES = 'EXT_lights_ies';
/** A file of 360 by 180 angles has 0.5 MB. */
export const PROFILE_BYTES_MAX = 1 << 20;
/** Distinct ones that a file may use; twice as many as lights shine. */
const PROFILES_MAX = 32;

/** Profiles of a file by their number in it, as far as nodes of the scene use them. */
export interface LightProfiles {
  readonly lamps: ReadonlyMap<number, IesLamp>;
  /** Names of those that cannot be read, which may be empty: their lights shine all round. */
  readonly unread: readonly string[];
}

/**
 * Reads the profiles of EXT_lights_ies. What is outside the file is not fetched.
 *
 * @param json A document that passed `checkGltf`; what the extension says may be anything.
 * @param binary The BIN chunk; not changed.
 */
export function readLightProfiles(json: GltfJson, binary: Uint8Array | null): LightProfiles {
  const known = objectOf(objectOf(json.extensions)[LIGHTS_IES]).lights;
  const used = listSceneNodes(json).flatMap(({ index }) => {
    const { light } = objectOf(objectOf(json.nodes?.[index]?.extensions)[LIGHTS_IES]);
    return typeof light === 'number' ? [light] : [];
  });
  const lamps = new Map<number, IesLamp>();
  const unread: string[] = [];
  for (const [place, index] of [...new Set(used)].entries()) {
    const light = objectOf(Array.isArray(known) ? known[index] : null);
    const lamp = place < PROFILES_MAX ? readLamp(json, binary, light) : null;
    if (lamp !== null) lamps.set(index, lamp);
    else unread.push(nameOf(light));
  }
  return { lamps, unread };
}

function nameOf({ name, uri }: JsonObject): string {
  const address = textOf(uri);
  return textOf(name) || (/^data:/i.test(address) ? '' : address.slice(0, 200));
}

function readLamp(json: GltfJson, binary: Uint8Array | null, light: JsonObject): IesLamp | null {
  const bytes = bytesOf(json, binary, light);
  if (bytes === null || bytes.byteLength > PROFILE_BYTES_MAX) return null;
  return readIes(new TextDecoder().decode(bytes));
}

function bytesOf(
  json: GltfJson,
  binary: Uint8Array | null,
  { bufferView, uri }: JsonObject,
): Uint8Array | null {
  const address = textOf(uri);
  if (bufferView === undefined) return address.length > 3 * PROFILE_BYTES_MAX ? null : readDataUri(address);
  const view = typeof bufferView === 'number' ? json.bufferViews?.[bufferView] : undefined;
  if (view === undefined || view.buffer !== 0 || binary === null || view.extensions !== undefined)
    return null;
  const start = view.byteOffset ?? 0;
  return binary.subarray(start, start + (view.byteLength ?? 0));
}
