import { openAsBlob } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { NamedFile } from '../../contract/compute-api.ts';
import { UsageError } from '../options/usage-error.ts';

const IS_MODEL = /\.(glb|gltf|obj)$/i;
/** What brings everything with it, or says so in an archive of its own. */
const IS_WHOLE = /\.(glb|zip)$/i;
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
  if (!IS_MODEL.test(path) && !IS_WHOLE.test(path)) {
    throw new UsageError(`${path} is no model: GLB, glTF, OBJ, a ZIP of them, or their folder.`);
  }
  if (IS_WHOLE.test(path)) return [{ path: basename(path), file: await openAsBlob(path) }];
  const folder = dirname(path);
  return openAll(folder, [path, ...(await listBelow(folder, (name) => IS_COMPANION.test(name)))]);
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
