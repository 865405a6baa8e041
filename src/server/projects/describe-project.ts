import { inArray } from 'drizzle-orm';
import type { ProjectBody } from '../../contract/http/projects.ts';
import { ContentHash, LibraryItemId, ProjectId } from '../../contract/ids.ts';
import type { Queryable } from '../db/database.ts';
import { files } from '../db/schema/files.ts';
import { libraryItems } from '../db/schema/libraries.ts';
import { reachOf } from '../libraries/describe-item.ts';
import type { ItemRow } from '../libraries/find-items.ts';
import { findReadable, type Readable } from '../libraries/find-readable.ts';
import { addressMaterials } from '../materials/describe-materials.ts';
import type { FileUrls } from '../storage/sign-file-url.ts';
import type { ProjectRow } from './find-project.ts';
import { readSampleWords } from './sample-template.ts';

/**
 * Projects as the wire shows them, in the given order, with fresh addresses of model, textures, background and style.
 * All keep theirs after the library item was deleted; a texture that never was the person's to use has none.
 */
export async function describeProjects(
  db: Queryable,
  urls: FileUrls,
  rows: readonly ProjectRow[],
): Promise<ProjectBody[]> {
  const itemIds = rows
    .flatMap(({ settings }) => [settings.background_id, settings.style_id])
    .filter(isPresent);
  const hashes = rows.map((row) => row.modelHash).filter(isPresent);
  const items = itemIds.length
    ? await db.select().from(libraryItems).where(inArray(libraryItems.id, itemIds))
    : [];
  const models = hashes.length ? await db.select().from(files).where(inArray(files.hash, hashes)) : [];
  const sample = rows.some(({ isSample }) => isSample) ? await readSampleWords(db) : null;
  const itemOf = new Map(items.map((item) => [item.id as number, item]));
  const sizeOf = new Map(models.map((file) => [file.hash, file.sizeBytes]));
  const readable = new Map<number, Readable>();
  for (const userId of new Set(rows.map((row) => row.userId))) {
    const theirs = rows.filter((row) => row.userId === userId);
    const textures = theirs.flatMap(({ settings }) =>
      settings.model_materials.map((entry) => entry.textureHash),
    );
    readable.set(userId, await findReadable(db, userId, textures));
  }

  return rows.map((row) => {
    const background = itemOf.get(row.settings.background_id ?? 0);
    const style = itemOf.get(row.settings.style_id ?? 0);
    const modelHash = row.modelHash === null ? null : ContentHash.parse(row.modelHash);
    const sign = (item: ItemRow) => urls.sign(ContentHash.parse(item.imageHash), reachOf(item));
    return {
      ...row.settings,
      model_materials: addressMaterials(
        urls,
        readable.get(row.userId) ?? new Map(),
        row.settings.model_materials,
      ),
      id: ProjectId.parse(row.id),
      name: row.name,
      model_hash: modelHash,
      model_name: row.modelName,
      revision: row.revision,
      model_glb_url: modelHash === null ? null : urls.sign(modelHash),
      model_size_bytes: modelHash === null ? null : (sizeOf.get(modelHash) ?? null),
      background: background
        ? {
            id: LibraryItemId.parse(background.id),
            image_url: sign(background),
            name: background.names.en,
          }
        : null,
      style: style ? { id: LibraryItemId.parse(style.id), image: sign(style), name: style.names.en } : null,
      is_sample: row.isSample,
      sample_words: row.isSample ? sample : null,
      updated_at: row.updatedAt.toISOString(),
    };
  });
}

/** One project, see {@link describeProjects}. */
export async function describeProject(db: Queryable, urls: FileUrls, row: ProjectRow): Promise<ProjectBody> {
  const [body] = await describeProjects(db, urls, [row]);
  if (body === undefined) throw new Error('one project in, none out');
  return body;
}

function isPresent<T>(value: T | null): value is T {
  return value !== null;
}
