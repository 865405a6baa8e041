import { AppError } from '../../contract/failure.ts';
import type { LibraryItemBody } from '../../contract/http/libraries.ts';
import type { ProjectSettings } from '../../contract/http/projects.ts';
import { RecipeFilesBody } from '../../contract/http/recipe-files.ts';
import type { ContentHash, LibraryItemId } from '../../contract/ids.ts';
import type { Label } from '../../contract/scene/label.ts';
import type { MaterialDressing } from '../../contract/scene/material-dressing.ts';
import type { StageDressing, StageLabel } from '../../contract/stage.ts';
import type { App } from '../core/app.ts';
import type { ModelRow } from '../values/model-table.ts';
import { describeDressings } from './describe-scene.ts';
import { libraryQuery, loadLibraryImage, wornItemQuery } from './library.ts';

/** Dressings with the bytes of their textures, and the materials whose texture nobody has any more. */
export interface StagedDressings {
  readonly staged: readonly StageDressing[];
  readonly missing: readonly string[];
}

/** A model waits so long for its textures, and then wears what came. */
const PATIENCE_MS = 1_500;

/**
 * What a model wears in its first frame: the textures that are here within a moment, and the mean colours of the others,
 * which {@link stageDressings} brings. Nothing where not even the library can be had by then.
 */
export async function stageAtFirst(
  app: App,
  model: ModelRow,
  settings: ProjectSettings,
): Promise<readonly StageDressing[]> {
  const late = after(PATIENCE_MS);
  const staging = stageDressings(app, model, settings, late).then(({ staged }) => staged);
  // Those that are late have given up by then.
  return Promise.race([staging, late.then(() => after(0)).then(() => [])]);
}

function after(delayMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, delayMs));
}

/**
 * What the viewer draws on the materials of a model. A texture that cannot be had leaves its own material as the file
 * has it, and the others dressed.
 *
 * @param late A texture that comes after it has its mean colour instead; absent waits for all.
 */
export async function stageDressings(
  app: App,
  model: ModelRow,
  settings: ProjectSettings,
  late?: Promise<void>,
): Promise<StagedDressings> {
  const missing: string[] = [];
  const dressings = await describeDressings(app, model, settings);
  const staged = await Promise.all(
    dressings.map(async (dressing): Promise<StageDressing | null> => {
      if (dressing.kind !== 'library') return { dressing, texture: null };
      try {
        const loading = Promise.all([loadTexture(app, dressing, settings), loadMaps(app, dressing)]);
        const loaded = await (late === undefined ? loading : Promise.race([loading, late]));
        if (loaded === undefined) return standIn(app, dressing);
        const [texture, maps] = loaded;
        return { dressing, texture, ...(maps === null ? {} : { maps }) };
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        missing.push(dressing.name);
        return null;
      }
    }),
  );
  return { staged: staged.filter((entry) => entry !== null), missing };
}

function standIn(app: App, dressing: Extract<MaterialDressing, { kind: 'library' }>): StageDressing {
  const items = app.queries.getQueryData(libraryQuery(app, 'material').queryKey);
  const item = items?.find(({ image_hash }) => image_hash === dressing.textureHash);
  return { dressing, texture: null, ...(item === undefined ? {} : { meanwhile: item.average_colour }) };
}

/** By the library, else by the address that was noted when the material was dressed. */
async function loadTexture(
  app: App,
  dressing: Extract<MaterialDressing, { kind: 'library' }>,
  settings: ProjectSettings,
): Promise<Blob> {
  try {
    return await loadLibraryImage(app, 'material', dressing.textureHash, null);
  } catch (error) {
    const noted = settings.model_materials.find(
      (entry) => entry.textureHash === dressing.textureHash,
    )?.texturePath;
    const isGone = error instanceof AppError && error.failure.code === 'not-found';
    if (!isGone || noted === null || noted === undefined) throw error;
    return loadLibraryImage(app, 'material', dressing.textureHash, noted);
  }
}

/** A map that nobody has leaves its texture as it is without one. */
async function loadMaps(
  app: App,
  { maps, libraryId }: Extract<MaterialDressing, { kind: 'library' }>,
): Promise<NonNullable<StageDressing['maps']> | null> {
  if (maps === undefined) return null;
  const load = async (hash: ContentHash | null): Promise<Blob | null> => {
    if (hash === null) return null;
    try {
      return await loadLibraryImage(app, 'material', hash, await findMapAddress(app, hash, libraryId));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return null;
    }
  };
  const [normal, roughness] = await Promise.all([load(maps.normalHash), load(maps.roughnessHash)]);
  return { normal, roughness };
}

/** In the item that is worn, also after it left the library; else in any that has the map. */
async function findMapAddress(
  app: App,
  hash: ContentHash,
  libraryId: LibraryItemId | null,
): Promise<string | null> {
  const items = await app.queries.ensureQueryData(libraryQuery(app, 'material')).catch(() => []);
  const listed = addressOf(items, hash);
  if (listed !== null || libraryId === null) return listed;
  const worn = await app.queries.ensureQueryData(wornItemQuery(app, 'material', libraryId)).catch(() => null);
  return worn === null ? null : addressOf([worn], hash);
}

function addressOf(items: readonly LibraryItemBody[], hash: ContentHash): string | null {
  const maps = items.flatMap(({ material }) => [material?.normal, material?.roughness_map]);
  return maps.find((map) => map?.hash === hash)?.url ?? null;
}

type LabelTools = Pick<App, 'server' | 'storage'>;

/** Labels with the bytes of their pictures, and the names of those whose picture cannot be had. */
export interface StagedLabels {
  readonly staged: readonly StageLabel[];
  readonly missing: readonly string[];
}

export async function stageLabels(app: LabelTools, labels: readonly Label[]): Promise<StagedLabels> {
  const missing: string[] = [];
  const staged = await Promise.all(
    labels.map(async (label): Promise<StageLabel> => {
      try {
        return { label, image: await loadLabelPicture(app, label.imageHash) };
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        missing.push(label.name);
        return { label, image: null };
      }
    }),
  );
  return { staged, missing };
}

/**
 * From this device, else from the server, and then kept on this device.
 *
 * @throws AppError `not-found` when nobody has it, and those of a call.
 */
export async function loadLabelPicture(app: LabelTools, hash: ContentHash): Promise<Blob> {
  const kept = await app.storage.get(hash);
  if (kept !== null) return kept;
  const { files } = await app.server.call('/api/recipe-files/', RecipeFilesBody, {
    method: 'POST',
    body: { hashes: [hash] },
  });
  const [file] = files;
  if (file === undefined) throw new AppError({ code: 'not-found' });
  const image = await app.server.file(file.url);
  await app.storage.put(hash, image);
  return image;
}
