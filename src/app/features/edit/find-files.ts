import { isFailure } from '../../../contract/failure.ts';
import { environmentHashOf, listTextures } from '../../../contract/files/list-recipe-files.ts';
import { RECIPE_FILES_MAX, RecipeFilesBody } from '../../../contract/http/recipe-files.ts';
import type { ContentHash } from '../../../contract/ids.ts';
import type { RenderSpec } from '../../../contract/render-spec.ts';
import type { App } from '../../core/app.ts';
import { libraryQuery } from '../../scene/library.ts';

type Item = RecipeFilesBody['files'][number]['items'][number];

/** A file of a recipe that this person may use. */
export interface FoundFile {
  /** Signed address; null where only the device's copy can serve. */
  readonly url: string | null;
  /** Library items that have this picture, those that are still listed first. */
  readonly items: readonly Item[];
}
export type FoundFiles = ReadonlyMap<ContentHash, FoundFile>;

type Tools = Pick<App, 'state' | 'server' | 'db' | 'queries' | 'storage'>;

/**
 * Which files of a recipe this person has: asks the server, and without a connection the libraries that this device
 * remembers.
 *
 * @throws AppError of the call; `server-unreachable` is none.
 */
export async function findFiles(app: Tools, recipe: RenderSpec, signal?: AbortSignal): Promise<FoundFiles> {
  const hashes = listWanted(recipe).slice(0, RECIPE_FILES_MAX);
  try {
    const { files } = await app.server.call(
      '/api/recipe-files/',
      RecipeFilesBody,
      { method: 'POST', body: { hashes } },
      signal,
    );
    return new Map(files.map(({ hash, url, items }) => [hash, { url, items }]));
  } catch (error) {
    if (!isFailure(error, 'server-unreachable')) throw error;
    return recallFiles(app, hashes);
  }
}

/** What the editor needs of a recipe: the model and pictures, none of those that were taken of the stage. */
function listWanted(recipe: RenderSpec): ContentHash[] {
  const { scene, background, style } = recipe;
  return [
    ...new Set([
      scene.modelHash,
      ...(background.kind === 'image' ? [background.imageHash] : []),
      ...(style === null ? [] : [style.imageHash]),
      ...scene.dressings.flatMap(listTextures),
      ...listLight(recipe),
      ...(scene.labels ?? []).map(({ imageHash }) => imageHash),
    ]),
  ];
}

function listLight({ scene }: RenderSpec): ContentHash[] {
  const hash = environmentHashOf(scene);
  return hash === null ? [] : [hash];
}

async function recallFiles(app: Tools, hashes: readonly ContentHash[]): Promise<FoundFiles> {
  const types = ['material', 'background', 'style'] as const;
  const lists = await Promise.all(
    types.map(async (asset_type) => {
      const items = await app.queries.ensureQueryData(libraryQuery(app, asset_type)).catch(() => []);
      return items.map((item) => ({ asset_type, item }));
    }),
  );
  const known = lists.flat();
  const found = new Map<ContentHash, FoundFile>();
  for (const hash of hashes) {
    const named = known.filter(({ item }) => item.image_hash === hash);
    const isMap = known.some(({ item }) =>
      [item.material?.normal?.hash, item.material?.roughness_map?.hash].includes(hash),
    );
    if (named.length === 0 && !isMap) continue;
    found.set(hash, { url: null, items: named.map(({ asset_type, item }) => ({ asset_type, id: item.id })) });
  }
  return found;
}

/** The library item of a kind that has a picture: the one that is named, where it is among them. */
export function itemWith(
  found: FoundFiles,
  hash: ContentHash,
  assetType: Item['asset_type'],
  named: number | null,
): Item['id'] | null {
  const items = (found.get(hash)?.items ?? []).filter(({ asset_type }) => asset_type === assetType);
  return (items.find(({ id }) => id === named) ?? items[0])?.id ?? null;
}

/**
 * Brings the textures, the labels and the surroundings of a recipe to this device.
 *
 * @returns Those that it has now.
 */
export async function fetchTextures(
  app: Pick<App, 'server' | 'storage'>,
  recipe: RenderSpec,
  found: FoundFiles,
  signal?: AbortSignal,
): Promise<ReadonlySet<ContentHash>> {
  const { dressings, labels = [] } = recipe.scene;
  const pictures = labels.map(({ imageHash }) => imageHash);
  const wanted = [...new Set([...dressings.flatMap(listTextures), ...pictures, ...listLight(recipe)])];
  const here = await Promise.all(
    wanted.map(async (hash) => {
      if ((await app.storage.get(hash)) !== null) return hash;
      const url = found.get(hash)?.url ?? null;
      if (url === null) return null;
      try {
        await app.storage.put(hash, await app.server.file(url, signal));
        return hash;
      } catch (error) {
        if (isFailure(error, 'not-found') || isFailure(error, 'server-unreachable')) return null;
        throw error;
      }
    }),
  );
  return new Set(here.filter((hash) => hash !== null));
}
