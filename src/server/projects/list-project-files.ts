import { and, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { PROJECT_FILE } from '../../contract/constants.ts';
import { listRecipeFiles } from '../../contract/files/list-recipe-files.ts';
import type { ProjectFileRender, ProjectFilesBody } from '../../contract/files/project-file.ts';
import { ContentHash } from '../../contract/ids.ts';
import type { Queryable } from '../db/database.ts';
import { files } from '../db/schema/files.ts';
import { libraryItems } from '../db/schema/libraries.ts';
import { renders } from '../db/schema/renders.ts';
import { visibleItems } from '../libraries/find-items.ts';
import { findReadable } from '../libraries/find-readable.ts';
import { findImages } from '../renders/describe-render.ts';
import { hideServers } from '../renders/queue/hide-servers.ts';
import type { FileUrls } from '../storage/sign-file-url.ts';
import { findProject, type ProjectRow } from './find-project.ts';

/**
 * What a project file needs of the server: the newest finished renders of the model that the project shows, as many as
 * fit, and the addresses of all files that they, or the project itself, name.
 *
 * @throws AppError `not-found`.
 */
export async function listProjectFiles(
  db: Queryable,
  urls: FileUrls,
  userId: number,
  projectId: number,
): Promise<ProjectFilesBody> {
  const project = await findProject(db, userId, projectId);
  const own = await findOwnFiles(db, project);
  const made = await findRenders(db, project);
  const wanted = new Set([...own, ...made.flatMap(listRenderFiles)]);
  const rows = wanted.size
    ? await db
        .select()
        .from(files)
        .where(inArray(files.hash, [...wanted]))
    : [];
  const sizes = new Map(rows.map(({ hash, sizeBytes }) => [hash, sizeBytes]));
  const fitting = takeFitting(made, own, sizes);
  const named = new Set<string>([...own, ...fitting.flatMap(listRenderFiles)]);
  return {
    renders: fitting,
    left_out: (await db.$count(renders, isFinishedOf(project))) - fitting.length,
    files: rows
      .filter(({ hash }) => named.has(hash))
      .map(({ hash, sizeBytes, contentType }) => ({
        hash: ContentHash.parse(hash),
        url: urls.sign(ContentHash.parse(hash)),
        size_bytes: sizeBytes,
        content_type: contentType,
      })),
  };
}

/** Model, textures and their maps, background and style, as far as they are the person's to see. */
async function findOwnFiles(db: Queryable, { userId, modelHash, settings }: ProjectRow): Promise<string[]> {
  const { model_materials: materials, background_id, style_id } = settings;
  const textures = materials.flatMap((entry) => [entry.textureHash, entry.normalHash, entry.roughnessHash]);
  const readable = await findReadable(db, userId, textures);
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

/** The newest of the model that the project shows, as many as a project file holds. */
async function findRenders(db: Queryable, project: ProjectRow): Promise<ProjectFileRender[]> {
  const { id, engine, createdAt, recipe, provenance } = renders;
  const isOfModel = sql`${recipe} #>> '{scene,modelHash}' = ${project.modelHash}`;
  const rows = await db
    .select({ id, engine, createdAt, recipe, provenance })
    .from(renders)
    .where(and(isFinishedOf(project), isOfModel))
    .orderBy(desc(id))
    .limit(PROJECT_FILE.maxRenders);
  const images = await findImages(
    db,
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({
    engine: row.engine,
    created_at: row.createdAt.toISOString(),
    recipe: row.recipe,
    // A file may go to anybody.
    provenance: hideServers(row.provenance),
    images: images
      .filter(({ renderId }) => renderId === row.id)
      .map((image) => ({
        image_hash: ContentHash.parse(image.imageHash),
        width: image.widthPx,
        height: image.heightPx,
        batch_index: image.batchIndex,
        fidelity: image.fidelity,
      })),
  }));
}

function takeFitting(
  made: readonly ProjectFileRender[],
  own: readonly string[],
  sizes: ReadonlyMap<string, number>,
): ProjectFileRender[] {
  const counted = new Set(own);
  const fitting: ProjectFileRender[] = [];
  let bytes = 0;
  for (const render of made) {
    for (const hash of listRenderFiles(render)) {
      if (!counted.has(hash)) bytes += sizes.get(hash) ?? 0;
      counted.add(hash);
    }
    if (bytes > PROJECT_FILE.rendersMaxBytes) break;
    fitting.push(render);
  }
  return fitting;
}

function listRenderFiles({ recipe, images }: ProjectFileRender): ContentHash[] {
  return [...listRecipeFiles(recipe), ...images.map(({ image_hash }) => image_hash)];
}
