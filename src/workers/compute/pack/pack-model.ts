import type { NamedFile, PackedModel } from '../../../contract/compute-values.ts';
import { MAX_MODEL_BYTES } from '../../../contract/constants.ts';
import { AppError } from '../../../contract/failure.ts';
import { fitText } from '../../../contract/files/fit-text.ts';
import { type JsonObject, objectOf, textOf } from '../../../tracer/gltf/gltf-content.ts';
import { unreadable } from '../../../tracer/gltf/gltf-values.ts';
import { unpackZip } from '../archive/unpack-zip.ts';
import { chooseMain, isInnerArchive, isWanted } from '../gltf/choose-main.ts';
import {
  baseName,
  type CompanionFinder,
  createCompanionFinder,
  type SourceFile,
} from '../gltf/find-companion.ts';
import { packObj } from '../obj/pack-obj.ts';
import { convertImage } from '../pictures/convert-image.ts';
import { convertGlossiness } from './convert-glossiness.ts';
import { readView } from './pack-buffers.ts';
import { packGltf } from './pack-gltf.ts';
import { hasForeignImage } from './pack-images.ts';
import { listProfileUris } from './pack-profiles.ts';
import { type GltfDocument, readDocument } from './read-document.ts';

/** Makes one self-contained GLB of whatever a person gave: see `ComputeApi.packModel`. */
export async function packModel(files: readonly NamedFile[]): Promise<PackedModel> {
  const given = await listSources(files);
  const sources = given.filter(isWanted);
  const companions = createCompanionFinder(sources);
  const chosen = await chooseMain(sources, companions);
  if (chosen === null) {
    const [inner] = given.filter(isInnerArchive);
    if (inner !== undefined) throw unreadable(`the ZIP has another in it: ${inner.path}`, 'zip-nested');
    const name = sources[0]?.path ?? files[0]?.path ?? '';
    const extension = /\.([^./]+)$/.exec(name)?.[1]?.toLowerCase() ?? baseName(name);
    throw new AppError({ code: 'file-format-unsupported', extension: extension.slice(0, 100) });
  }
  const { path } = chosen.main;
  const name = fitText(baseName(path), 255);
  const file = await chosen.main.read();
  if (file.size === 0) throw new AppError({ code: 'file-empty', name });
  if (file.size > MAX_MODEL_BYTES) {
    throw new AppError({
      code: 'file-too-large',
      name,
      sizeBytes: file.size,
      maxBytes: MAX_MODEL_BYTES,
    });
  }
  const glb = /\.obj$/i.test(path)
    ? await packObj(file, path, companions)
    : await convertGlossiness(await packDocument(file, path, companions), name);
  const taken = [...companions.used.values()].filter((used) => used.path !== path);
  return {
    glb,
    name,
    used: [{ path, file }, ...taken],
    ambiguous: [...companions.ambiguous],
    passedOver: chosen.passedOver,
  };
}

async function packDocument(file: Blob, path: string, companions: CompanionFinder): Promise<Blob> {
  const document = await readDocument(file);
  return (await isWhole(document, path, companions))
    ? file
    : packGltf(document.json, document.binary, path, companions);
}

/**
 * True for a GLB that has all of its bytes in binary and all of its pictures that can be read in formats of glTF, and to which none of the files adds
 * anything: it keeps them, and its hash.
 */
async function isWhole(
  { json, binary, isGlb }: GltfDocument,
  path: string,
  companions: CompanionFinder,
): Promise<boolean> {
  if (!isGlb) return false;
  const urisOf = (list: unknown): string[] =>
    (Array.isArray(list) ? (list as JsonObject[]) : [])
      .map((entry) => textOf(objectOf(entry).uri))
      .filter((uri) => uri !== '');
  const hasBuffers = urisOf(json.buffers).length > 0;
  if (urisOf(json.images).some((uri) => /^data:/i.test(uri))) return false;
  const others = [...urisOf(json.images), ...listProfileUris(json)];
  if (hasBuffers || others.some((uri) => companions.find(path, uri).kind !== 'missing')) return false;
  return !(await hasForeignImage(json, convertImage, (index) =>
    readView(json, index, (buffer) => (buffer === 0 ? binary : null)),
  ));
}

async function listSources(files: readonly NamedFile[]): Promise<SourceFile[]> {
  const sources: SourceFile[] = [];
  for (const { path, file } of files) {
    if (/\.zip$/i.test(path)) sources.push(...(await unpackZip(file, baseName(path))).map(readOnce));
    else sources.push({ path: path.replaceAll('\\', '/'), read: async () => file });
  }
  return sources;
}

/** What was unpacked is kept: of several models each is looked into, and one is taken. */
function readOnce({ path, read }: SourceFile): SourceFile {
  let file: Promise<Blob> | null = null;
  return { path, read: () => (file ??= read()) };
}
