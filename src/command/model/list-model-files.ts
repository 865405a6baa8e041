import { openAsBlob } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { NamedFile } from '../../contract/compute-values.ts';
import { objectOf } from '../../tracer/gltf/gltf-content.ts';
import { readDocument } from '../../workers/compute/pack/read-document.ts';
import { UsageError } from '../options/usage-error.ts';

const IS_MODEL = /\.(glb|gltf|obj)$/i;
const IS_ARCHIVE = /\.zip$/i;
/** What a model may name beside itself: data, pictures, materials and profiles of lamps. */
const IS_COMPANION = /\.(bin|png|jpe?g|webp|avif|ktx2|bmp|gif|tga|mtl|ies)$/i;
/** Folders below the model's own, and files in all of them: pictures lie beside a model, not somewhere on the disk. */
const DEPTH_MAX = 3;
const FILES_MAX = 2_000;

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
    return openAll(path, await listBelow(path, (name) => IS_MODEL.test(name) || IS_COMPANION.test(name)));
  }
  if (!IS_MODEL.test(path) && !IS_ARCHIVE.test(path)) {
    throw new UsageError(`${path} is no model: GLB, glTF, OBJ, a ZIP of them, or their folder.`);
  }
  const file = await openAsBlob(path);
  if (IS_ARCHIVE.test(path) || (await isWhole(file))) return [{ path: basename(path), file }];
  const folder = dirname(path);
  return openAll(folder, [path, ...(await listBelow(folder, (name) => IS_COMPANION.test(name)))]);
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
