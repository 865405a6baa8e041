import { openAsBlob } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { NamedFile } from '../../contract/compute-values.ts';
import { isModelName, mayHoldModel } from '../../contract/files/model-names.ts';
import { objectOf } from '../../tracer/gltf/gltf-content.ts';
import { foldName, listNames } from '../../workers/compute/gltf/find-companion.ts';
import { listLibraryReferences, listReferences } from '../../workers/compute/gltf/list-references.ts';
import { readDocument } from '../../workers/compute/pack/read-document.ts';
import { UsageError } from '../options/usage-error.ts';

const IS_ARCHIVE = /\.zip$/i;
/** What a model mostly names beside itself: data, pictures, materials and profiles of lamps. Its own word counts as well. */
const IS_COMPANION = /\.(bin|png|jpe?g|webp|avif|ktx2|bmp|gif|tga|mtl|ies)$/i;
/** Folders below the model's own, and files in all of them: pictures lie beside a model, not somewhere on the disk. */
const DEPTH_MAX = 3;
const FILES_MAX = 2_000;
/** A library of materials is text; what is larger is something else that a model names. */
const LIBRARY_BYTES_MAX = 16 * 1024 ** 2;

/**
 * The files that a model is packed of, as if a person had dropped them: it alone where it is whole, else with what may be
 * its companions in its folder; of a folder all that is in it.
 *
 * @throws UsageError where there is none.
 */
export async function listModelFiles(path: string): Promise<NamedFile[]> {
  const info = await stat(path).catch(() => null);
  if (info === null) throw new UsageError(`There is no file ${path}.`);
  if (info.isDirectory()) {
    const models = await listBelow(path, isModelName);
    if (models.length === 0)
      throw new UsageError(`There is no model (GLB, glTF, OBJ) in the folder ${path}.`);
    return openAll(path, [...models, ...(await listCompanions(path, models))]);
  }
  if (!mayHoldModel(path)) {
    throw new UsageError(`${path} is no model: GLB, glTF, OBJ, a ZIP of them, or their folder.`);
  }
  const file = await openAsBlob(path);
  if (IS_ARCHIVE.test(path) || (await isWhole(file))) return [{ path: basename(path), file }];
  const folder = dirname(path);
  return openAll(folder, [path, ...(await listCompanions(folder, [path]))]);
}

/** What may belong to models in a folder: by its extension, or because a model or its library of materials names it. */
async function listCompanions(folder: string, models: readonly string[]): Promise<string[]> {
  const names = new Set<string>();
  const list = (): Promise<string[]> =>
    listBelow(folder, (name) => !isModelName(name) && (IS_COMPANION.test(name) || names.has(foldName(name))));
  const add = (addresses: readonly string[]): void => {
    for (const name of addresses.flatMap(listNames)) names.add(name);
  };
  for (const model of models) add(await listReferences(await openAsBlob(model), model));
  const files = await list();
  if (!models.some((model) => /\.obj$/i.test(model))) return files;
  for (const file of files) {
    if (IS_COMPANION.test(file) && !/\.mtl$/i.test(file)) continue;
    const library = await openAsBlob(file);
    if (library.size <= LIBRARY_BYTES_MAX) add(await listLibraryReferences(library));
  }
  return list();
}

/** True for a GLB that names no other file. What cannot be read is refused by whoever packs it. */
async function isWhole(file: Blob): Promise<boolean> {
  const document = await readDocument(file).catch(() => null);
  if (document === null || !document.isGlb) return false;
  const { buffers, images } = document.json;
  const named = [buffers, images].flatMap((list) => (Array.isArray(list) ? list : [])).map(objectOf);
  return named.every(({ uri }) => typeof uri !== 'string' || /^data:/i.test(uri));
}

async function listBelow(folder: string, isWanted: (name: string) => boolean, depth = 0): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && isWanted(entry.name))
    .map(({ name }) => join(folder, name));
  if (depth === DEPTH_MAX) return files;
  for (const entry of entries) {
    if (files.length >= FILES_MAX) break;
    if (!entry.isDirectory() || entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    files.push(...(await listBelow(join(folder, entry.name), isWanted, depth + 1).catch(() => [])));
  }
  return files.slice(0, FILES_MAX);
}

function openAll(folder: string, paths: readonly string[]): Promise<NamedFile[]> {
  return Promise.all(
    paths.map(async (path) => ({
      path: relative(folder, path).split(sep).join('/'),
      file: await openAsBlob(path),
    })),
  );
}
