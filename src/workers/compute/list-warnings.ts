import type { ModelWarning } from '../../contract/compute-api.ts';
import { MAX_IMAGE_PIXELS } from '../../contract/constants.ts';
import { listUntraceable } from '../../tracer/check-traceable.ts';
import type { GltfJson } from '../../tracer/gltf-json.ts';
import { readImageSize } from '../../tracer/read-image-size.ts';
import { objectOf, textOf } from './gltf-content.ts';

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
  for (const [index, image] of (json.images ?? []).entries()) {
    const uri = textOf(image.uri);
    if (image.bufferView === undefined && uri !== '' && !uri.startsWith('data:')) {
      const isRefused = REFUSED_URI.test(decodeUri(uri));
      warnings.push({ kind: isRefused ? 'refused-uri' : 'missing-file', uri: uri.slice(0, 200) });
    } else if (image.bufferView !== undefined && !isImage(json, binary, image.bufferView)) {
      warnings.push({ kind: 'unreadable-image', name: textOf(objectOf(image).name) || `image ${index}` });
    }
  }
  for (const feature of listUntraceable(json)) warnings.push({ kind: 'not-traceable', feature });
  return warnings;
}

function isImage(json: GltfJson, binary: Uint8Array | null, viewIndex: number): boolean {
  const view = json.bufferViews?.[viewIndex];
  if (view === undefined || view.buffer !== 0 || binary === null) return true;
  const start = view.byteOffset ?? 0;
  const bytes = binary.subarray(start, start + (view.byteLength ?? 0));
  const isKtx2 = bytes[0] === 0xab && bytes[1] === 0x4b && bytes[2] === 0x54 && bytes[3] === 0x58;
  const isAvif = bytes[4] === 0x66 && bytes[5] === 0x74 && bytes[6] === 0x79 && bytes[7] === 0x70;
  const size = readImageSize(bytes);
  const isDecodable = size !== null && size.widthPx * size.heightPx <= MAX_IMAGE_PIXELS;
  return isKtx2 || isAvif || isDecodable;
}

function decodeUri(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}
