import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { listTracedFiles } from '../../contract/files/list-recipe-files.ts';
import { mayHoldModel } from '../../contract/files/model-names.ts';
import type { ContentHash } from '../../contract/ids.ts';
import type { RenderSpec } from '../../contract/render-spec.ts';
import { packModel } from '../../workers/compute/pack/pack-model.ts';
import { listModelFiles } from '../model/list-model-files.ts';
import { preparePicture } from './choose-background.ts';
import { type HeldFiles, hashOf } from './held-files.ts';
import type { Library } from './open-library.ts';

const IS_PICTURE = /\.(png|jpe?g|webp)$/i;

/**
 * Finds the files of a recipe by their hashes: in the library, and among files where they can lie. A model counts as it is
 * packed, a picture as it is or as a library keeps it.
 *
 * @param places Files and folders, whose own folders are not looked into.
 * @returns What was not found, in words.
 */
export async function findFiles(
  recipe: RenderSpec,
  places: readonly string[],
  library: Library,
  files: HeldFiles,
): Promise<string[]> {
  const listMissing = (): ContentHash[] => listTracedFiles(recipe).filter((hash) => !files.has(hash));
  /** Everything else that lies there is let go at once. */
  const take = (bytes: Uint8Array): void => {
    if (listMissing().includes(hashOf(bytes))) files.hold(bytes);
  };
  for (const { file, normalFile, roughnessFile } of library.items) {
    if (listMissing().length === 0) break;
    for (const name of [file, normalFile, roughnessFile]) {
      if (name !== undefined) take(await library.read(name));
    }
  }
  const near = (await Promise.all([...new Set(places)].map(listFiles))).flat();
  // What has the name that the recipe says is the likeliest.
  const named = new Set([recipe.scene.modelName, ...nameBackground(recipe)]);
  const sorted = near.sort((a, b) => Number(named.has(basename(b))) - Number(named.has(basename(a))));
  for (const path of sorted) {
    const missing = listMissing();
    if (missing.length === 0) break;
    if (mayHoldModel(path) && missing.includes(recipe.scene.modelHash)) await readModel(path, take);
    else if (IS_PICTURE.test(path)) await readPicture(path, named.has(basename(path)), take);
  }
  return listMissing().map((hash) => describe(hash, recipe));
}

async function listFiles(place: string): Promise<string[]> {
  const info = await stat(place).catch(() => null);
  if (info === null) return [];
  if (!info.isDirectory()) return [place];
  const entries = await readdir(place, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => join(place, name));
  return files.filter((path) => mayHoldModel(path) || IS_PICTURE.test(path));
}

type Take = (bytes: Uint8Array) => void;

/** What cannot be read is not the one. */
async function readModel(path: string, take: Take): Promise<void> {
  try {
    const { glb } = await packModel(await listModelFiles(path));
    take(new Uint8Array(await glb.arrayBuffer()));
  } catch {
    // Another file among those that lie there.
  }
}

async function readPicture(path: string, isNamed: boolean, take: Take): Promise<void> {
  const bytes = await readFile(path).catch(() => null);
  if (bytes === null) return;
  take(bytes);
  if (!isNamed) return;
  const kept = await preparePicture(bytes, path).catch(() => null);
  if (kept !== null) take(kept);
}

function nameBackground({ background }: RenderSpec): string[] {
  return background.kind === 'image' ? [background.name] : [];
}

function describe(hash: ContentHash, { scene, background, style }: RenderSpec): string {
  if (hash === scene.modelHash) return `the model “${scene.modelName}”`;
  if (background.kind === 'image' && hash === background.imageHash)
    return `the background “${background.name}”`;
  if (hash === style?.imageHash) return `the style “${style.name}”`;
  const worn = scene.dressings.find((one) => one.kind === 'library' && one.textureHash === hash);
  return worn?.kind === 'library' ? `the material “${worn.name}”` : `the file ${hash.slice(0, 12)}…`;
}
