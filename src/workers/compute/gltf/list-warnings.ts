import { MAX_IMAGE_PIXELS } from '../../../contract/constants.ts';
import { type MissingFile, type ModelWarning, TOO_MANY_TRIANGLES } from '../../../contract/model-report.ts';
import { objectOf, textOf } from '../../../tracer/gltf/gltf-content.ts';
import type { GltfJson } from '../../../tracer/gltf/gltf-json.ts';
import { isCmykJpeg, readImageSize } from '../../../tracer/gltf/read-image-size.ts';
import { readLightProfiles } from '../../../tracer/light/read-light-profiles.ts';
import { countTraced, isTooMany, listUntraceable } from '../../../tracer/scene/check-traceable.ts';
import { withDescendants } from '../../../tracer/scene/find-artefacts.ts';
import { listImageUses, standInImages } from './list-image-uses.ts';

/** Addresses a companion file of a drop may have: relative, inside its folder. */
const REFUSED_URI = /^([a-z][a-z0-9+.-]*:|[/\\])|(^|[/\\])\.\.([/\\]|$)/i;

/** What a person should hear about a file that can be shown: images it lacks, and what the Studio will not draw. */
export function listWarnings(
  json: GltfJson,
  binary: Uint8Array | null,
  artefacts: readonly number[],
): ModelWarning[] {
  const warnings: ModelWarning[] = artefacts.map((nodeIndex) => ({
    kind: 'stripped-node',
    name: textOf(json.nodes?.[nodeIndex]?.name),
    nodeIndex,
  }));
  const lacks = (uri: string, use: Pick<MissingFile, 'use' | 'role' | 'materials'>): void => {
    const named = uri.slice(0, 200);
    if (REFUSED_URI.test(decodeUri(uri))) warnings.push({ kind: 'refused-uri', uri: named });
    else warnings.push({ kind: 'missing-file', uri: named, ...use });
  };
  for (const uri of namesIn(json, 'missingLibraries')) {
    lacks(uri, { use: 'material-library', role: null, materials: [] });
  }
  const whole = { ...json, ...standInImages(json) };
  const uses = listImageUses(objectOf(whole));
  for (const [index, image] of (whole.images ?? []).entries()) {
    const uri = textOf(image.uri);
    const isStandIn = index >= (json.images?.length ?? 0);
    if (image.bufferView === undefined && uri !== '' && !uri.startsWith('data:')) {
      lacks(uri, { use: 'image', ...uses(index) });
    } else if (isStandIn || (image.bufferView !== undefined && !isImage(json, binary, image.bufferView))) {
      const name = textOf(objectOf(image).name);
      // What a stand-in is named by may be in the file as something that is no picture.
      const isNamed = warnings.some((one) => one.kind === 'unreadable-image' && one.name === name);
      if (isStandIn && isNamed && name !== '') continue;
      const { materials } = uses(index);
      warnings.push({ kind: 'unreadable-image', name, materials });
    } else if (isCmykJpeg(bytesOf(json, binary, image.bufferView) ?? new Uint8Array())) {
      const { materials } = uses(index);
      warnings.push({ kind: 'cmyk-image', name: textOf(objectOf(image).name), materials });
    }
  }
  for (const name of readLightProfiles(json, binary).unread) {
    warnings.push({ kind: 'unreadable-profile', name: name.slice(0, 200) });
  }
  for (const uri of namesIn(json, 'displacementMaps')) {
    warnings.push({ kind: 'ignored-displacement', uri: uri.slice(0, 200) });
  }
  const { brokenFaces } = objectOf(objectOf(json.asset).extras);
  if (typeof brokenFaces === 'number' && brokenFaces > 0) {
    warnings.push({ kind: 'broken-faces', count: brokenFaces });
  }
  const untraceable = listUntraceable(json);
  if (isTooMany(countTraced(json), withDescendants(json, artefacts))) untraceable.push(TOO_MANY_TRIANGLES);
  for (const feature of untraceable) warnings.push({ kind: 'not-traceable', feature });
  return warnings;
}

/** What `packObj` notes about an OBJ: material libraries that were not given, displacement that glTF does not hold. */
function namesIn(json: GltfJson, note: 'missingLibraries' | 'displacementMaps'): string[] {
  const names = objectOf(objectOf(json.asset).extras)[note];
  return Array.isArray(names) ? names.map(textOf).filter((name) => name !== '') : [];
}

/** @returns null for what is not in the chunk of the file. */
function bytesOf(json: GltfJson, binary: Uint8Array | null, viewIndex = -1): Uint8Array | null {
  const view = json.bufferViews?.[viewIndex];
  if (view === undefined || view.buffer !== 0 || binary === null) return null;
  const start = view.byteOffset ?? 0;
  return binary.subarray(start, start + (view.byteLength ?? 0));
}

function isImage(json: GltfJson, binary: Uint8Array | null, viewIndex: number): boolean {
  const bytes = bytesOf(json, binary, viewIndex);
  if (bytes === null) return true;
  const size = readImageSize(bytes);
  return size !== null && size.widthPx * size.heightPx <= MAX_IMAGE_PIXELS;
}

function decodeUri(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}
