import { and, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import {
  environmentHashOf,
  listImageFiles,
  listRecipeFiles,
} from '../../contract/files/list-recipe-files.ts';
import type { ProjectFileRender, ProjectFilesBody } from '../../contract/files/project-file.ts';
import { ContentHash } from '../../contract/ids.ts';
import { INTEGER_MAX } from '../../contract/shapes.ts';
import type { Queryable } from '../db/database.ts';
import { isAmong } from '../db/prepare-read.ts';
import { files } from '../db/schema/files.ts';
import { libraryItems } from '../db/schema/libraries.ts';
import { renders } from '../db/schema/renders.ts';
import { visibleItems } from '../libraries/find-items.ts';
import { findReadable } from '../libraries/find-readable.ts';
import { findImages } from '../renders/describe-render.ts';
import { findRenderPage } from '../renders/list-renders.ts';
import { hideServers } from '../renders/queue/hide-servers.ts';
import { isTaken } from '../renders/returns/is-taken.ts';
import type { FileUrls } from '../storage/sign-file-url.ts';
import { findProject, type ProjectRow } from './find-project.ts';

/**
 * What a project file needs of the server: a page of the finished renders of the model that the project shows, the newest
 * first, and the addresses of all files that they name; those of the project itself come with the first page.
 *
 * @param before The page begins below this id; absent: with the newest.
 * @throws AppError `not-found`.
 */
export async function listProjectFiles(
  db: Queryable,
  urls: FileUrls,
  userId: number,
  projectId: number,
  before?: number,
): Promise<ProjectFilesBody> {
  const project = await findProject(db, userId, projectId);
  const own = before === undefined ? await findOwnFiles(db, project) : [];
  const { renders: made, found, next } = await findRenders(db, project, before ?? INTEGER_MAX);
  const wanted = new Set([...own, ...made.flatMap(listRenderFiles)]);
  const rows = wanted.size
    ? await db
        .select()
        .from(files)
        .where(isAmong(files.hash, [...wanted]))
    : [];
  return {
    renders: made,
    next,
    left_out: (await db.$count(renders, isFinishedOf(project))) - found,
    files: rows.map(({ hash, sizeBytes, contentType }) => ({
      hash: ContentHash.parse(hash),
      url: urls.sign(ContentHash.parse(hash)),
      size_bytes: sizeBytes,
      content_type: contentType,
    })),
  };
}

/** Model, textures and their maps, labels, surroundings, background and style, as far as they are the person's to see. */
async function findOwnFiles(db: Queryable, { userId, modelHash, settings }: ProjectRow): Promise<string[]> {
  const { model_materials: materials, background_id, style_id, render_settings: look } = settings;
  const textures = materials.flatMap((entry) => [entry.textureHash, entry.normalHash, entry.roughnessHash]);
  // Projects that were stored before labels were known have none.
  const labels = (look.labels ?? []).map(({ imageHash }) => imageHash);
  const readable = await findReadable(db, userId, [...textures, ...labels, environmentHashOf(look)]);
  const ids = [background_id, style_id].filter((id) => id !== null);
  const items = ids.length
    ? await db
        .select({ hash: libraryItems.imageHash })
        .from(libraryItems)
        .where(and(inArray(libraryItems.id, ids), visibleItems(userId)))
    : [];
  return [...(modelHash === null ? [] : [modelHash]), ...readable.keys(), ...items.map(({ hash }) => hash)];
}

function isFinishedOf({ id, userId }: ProjectRow): SQL | undefined {
  return and(
    eq(renders.userId, userId),
    eq(renders.projectId, id),
    eq(renders.status, 'completed'),
    isNull(renders.deletedAt),
  );
}

/** A page of those of the model that the project shows; pictures that were given back for credits stay here. */
async function findRenders(
  db: Queryable,
  project: ProjectRow,
  before: number,
): Promise<{ readonly renders: ProjectFileRender[]; readonly found: number; readonly next: number | null }> {
  const { id, engine, createdAt, recipe, provenance, warnings, madeOnDevice } = renders;
  const isOfModel = sql`${recipe} #>> '{scene,modelHash}' = ${project.modelHash}`;
  const { ids, next } = await findRenderPage(db, and(isFinishedOf(project), isOfModel), before);
  if (ids.length === 0) return { renders: [], found: 0, next };
  const rows = await db
    .select({ id, engine, createdAt, recipe, provenance, warnings, madeOnDevice })
    .from(renders)
    .where(inArray(id, ids))
    .orderBy(desc(id));
  const images = await findImages(
    db,
    rows.map((row) => row.id),
  );
  const made = rows.flatMap((row): ProjectFileRender[] => {
    const own = images.filter(({ renderId }) => renderId === row.id);
    const theirs = own.filter(({ returned }) => returned === null || !isTaken(returned));
    // Of a render whose every picture was given back nothing comes along.
    if (own.length > 0 && theirs.length === 0) return [];
    return [
      {
        engine: row.engine,
        created_at: row.createdAt.toISOString(),
        recipe: row.recipe,
        // A file may go to anybody.
        provenance: hideServers(row.provenance),
        warnings: row.warnings,
        made_on_device: row.madeOnDevice,
        group: null,
        view_ids: [],
        images: theirs.map((image) => ({
          image_hash: ContentHash.parse(image.imageHash),
          width: image.widthPx,
          height: image.heightPx,
          batch_index: image.batchIndex,
          fidelity: image.fidelity,
          kept_product: image.keptProduct,
          layers: image.layers,
        })),
      },
    ];
  });
  return { renders: made, found: rows.length, next };
}

function listRenderFiles({ recipe, images }: ProjectFileRender): ContentHash[] {
  return [...listRecipeFiles(recipe), ...images.flatMap(listImageFiles)];
}
