import { readDataUri } from '../../../contract/files/read-data-uri.ts';
import type { FileTexture, ModelContents } from '../../../contract/model-report.ts';
import { listSceneNodes, objectOf, textOf } from '../../../tracer/gltf/gltf-content.ts';
import type { GltfJson, GltfPrimitive } from '../../../tracer/gltf/gltf-json.ts';
import { readImageSize } from '../../../tracer/gltf/read-image-size.ts';
import { UNDERSTOOD } from '../../../tracer/scene/check-traceable.ts';
import { listSurroundings } from '../environment/read-file-surroundings.ts';
import { isFromObj } from './find-axis-cues.ts';
import { listImageUses } from './list-image-uses.ts';

/** Names of a list are enough for a person up to here. */
const MAX_NAMES = 100;
const MAX_NAME_LENGTH = 100;

/** Extensions that the stage draws or reads, that say nothing about a picture, or that are told of elsewhere. */
const READ = new Set([...UNDERSTOOD, 'EXT_materials_bump', 'KHR_xmp']);

/**
 * What a model file holds besides shapes and materials, shown or not, for the list that a person may open.
 *
 * @param skipped Nodes that are left out of the stage.
 */
export function describeContents(
  json: GltfJson,
  binary: Uint8Array | null,
  skipped: ReadonlySet<number>,
): ModelContents {
  const nodes = listSceneNodes(json)
    .filter(({ index }) => !skipped.has(index))
    .map(({ index }) => json.nodes?.[index] ?? {});
  const primitives = nodes.flatMap(({ mesh }) =>
    mesh === undefined ? [] : (json.meshes?.[mesh]?.primitives ?? []),
  );
  const document = objectOf(json);
  const isCounted = (test: (primitive: GltfPrimitive) => boolean): number => primitives.filter(test).length;
  const isSurface = ({ mode = 4 }: GltfPrimitive): boolean => mode >= 4;
  return {
    unit: isFromObj(json) ? 'unknown' : 'metre',
    textures: listTextures(json, binary),
    partCount: isCounted(isSurface),
    partsWithoutUv: isCounted((part) => isSurface(part) && part.attributes?.TEXCOORD_0 === undefined),
    lights: countLights(json, nodes),
    hasSurroundings: listSurroundings(document).length > 0,
    animations: namesOf(document.animations),
    cameraCount: nodes.filter((node) => objectOf(node).camera !== undefined).length,
    skinCount: nodes.filter(({ mesh, skin }) => mesh !== undefined && skin !== undefined).length,
    morphCount: isCounted(({ targets }) => (targets?.length ?? 0) > 0),
    pointCount: isCounted(({ mode }) => mode === 0),
    lineCount: isCounted(({ mode = 4 }) => mode >= 1 && mode <= 3),
    otherSceneCount: Math.max(0, (json.scenes?.length ?? 0) - 1),
    unreadExtensions: (json.extensionsUsed ?? [])
      .map(textOf)
      .filter((name) => name !== '' && !READ.has(name))
      .map((name) => name.slice(0, MAX_NAME_LENGTH))
      .sort()
      .slice(0, MAX_NAMES),
  };
}

/** The pictures of the file with their sizes, as far as they lie in it. */
function listTextures(json: GltfJson, binary: Uint8Array | null): FileTexture[] {
  const uses = listImageUses(objectOf(json));
  return (json.images ?? []).map((image, index) => {
    const bytes = bytesOf(json, binary, image);
    const size = bytes === null ? null : readImageSize(bytes);
    const outside = image.bufferView === undefined ? textOf(image.uri) : '';
    const name = textOf(objectOf(image).name) || (/^data:/i.test(outside) ? '' : outside);
    return {
      name: name.slice(0, MAX_NAME_LENGTH),
      ...uses(index),
      widthPx: size?.widthPx ?? null,
      heightPx: size?.heightPx ?? null,
      sizeBytes: bytes?.byteLength ?? null,
    };
  });
}

function bytesOf(
  json: GltfJson,
  binary: Uint8Array | null,
  { bufferView, uri }: NonNullable<GltfJson['images']>[number],
): Uint8Array | null {
  if (bufferView === undefined) return readDataUri(textOf(uri));
  const view = json.bufferViews?.[bufferView];
  if (view === undefined || view.buffer !== 0 || binary === null) return null;
  const start = view.byteOffset ?? 0;
  return binary.subarray(start, start + (view.byteLength ?? 0));
}

/**
 * Lights that the scene has, by their kind; a light that no node has shines nowhere. A scene's
 * image-based light without pictures is of another kind. A node may have a light of each extension.
 */
function countLights(json: GltfJson, nodes: readonly object[]): ModelContents['lights'] {
  const known = objectOf(objectOf(json.extensions).KHR_lights_punctual).lights;
  const lights = Array.isArray(known) ? known.map(objectOf) : [];
  const counts = { directional: 0, point: 0, spot: 0, profile: 0, other: 0 };
  for (const node of nodes) {
    const extensions = objectOf(objectOf(node).extensions);
    if (typeof objectOf(extensions.EXT_lights_ies).light === 'number') counts.profile += 1;
    const { light } = objectOf(extensions.KHR_lights_punctual);
    if (typeof light !== 'number') continue;
    const kind = textOf(lights[light]?.type);
    if (kind === 'directional' || kind === 'point' || kind === 'spot') counts[kind] += 1;
    else counts.other += 1;
  }
  const scene = objectOf(json.scenes?.[json.scene ?? 0]);
  const hasOther = typeof objectOf(objectOf(scene.extensions).EXT_lights_image_based).light === 'number';
  if (hasOther && listSurroundings(objectOf(json)).length === 0) counts.other += 1;
  return counts;
}

function namesOf(list: unknown): string[] {
  if (!Array.isArray(list)) return [];
  return list.slice(0, MAX_NAMES).map((entry) => textOf(objectOf(entry).name).slice(0, MAX_NAME_LENGTH));
}
