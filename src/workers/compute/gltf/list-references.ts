import { objectOf, textOf } from '../../../tracer/gltf/gltf-content.ts';
import { parseMtlMap, readMtl } from '../obj/read-mtl.ts';
import { listProfileUris } from '../pack/pack-profiles.ts';
import { readDocument } from '../pack/read-document.ts';

/** An OBJ names its material libraries at its head. */
const HEAD_BYTES = 64 * 1024;

const IS_MAP = /^(map_.+|bump|disp|decal|norm|refl)$/;

/** Addresses of the files that a model names, empty for a model that cannot be read. */
export async function listReferences(file: Blob, path: string): Promise<string[]> {
  if (/\.obj$/i.test(path)) {
    const head = await file.slice(0, HEAD_BYTES).text();
    return [...head.matchAll(/^\s*mtllib\s+(.+)$/gm)].flatMap(([, names = '']) => splitLibraries(names));
  }
  const document = await readDocument(file).catch(() => null);
  const uris = [document?.json.buffers, document?.json.images]
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .map((entry) => textOf(objectOf(entry).uri))
    .filter((uri) => uri !== '' && !/^data:/i.test(uri));
  return [...uris, ...listProfileUris(document?.json ?? {})];
}

/** Addresses of the pictures that a material library names. */
export async function listLibraryReferences(file: Blob): Promise<string[]> {
  const statements = [...(await readMtl(file)).values()].flatMap((material) =>
    [...material].flatMap(([word, rest]) => (IS_MAP.test(word) ? [rest] : [])),
  );
  return [...new Set(statements.map((statement) => parseMtlMap(statement).address))];
}

/** Names on an `mtllib` line: several, of which each may have spaces, with or without a backslash before them. */
export function splitLibraries(line: string): string[] {
  const whole = line.trim();
  const names = [...whole.matchAll(/\S.*?\.mtl(?=\s|$)/gi)].map(([name]) => name);
  return (names.length > 0 ? names : [whole]).map((name) => name.replaceAll('\\ ', ' '));
}
