import { and, eq, gt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { isLargePicture } from '../../../contract/camera/picture-frame.ts';
import { STAGE_PICTURE_MAX_PX } from '../../../contract/constants.ts';
import { AppError } from '../../../contract/failure.ts';
import { listImageFiles, listRecipeFiles } from '../../../contract/files/list-recipe-files.ts';
import type { ProjectFileRender } from '../../../contract/files/project-file.ts';
import type { AssetType } from '../../../contract/http/libraries.ts';
import type { ContentHash, LibraryItemId } from '../../../contract/ids.ts';
import type { RenderSpec } from '../../../contract/render-spec.ts';
import type { Db, Transaction } from '../../db/database.ts';
import { onlyRow } from '../../db/only-row.ts';
import { projects } from '../../db/schema/projects.ts';
import { renderFiles, renderImages, renders } from '../../db/schema/renders.ts';
import type { Services } from '../../deps.ts';
import { invalidRequest } from '../../http/check-shape.ts';
import { findProject, holdProject } from '../../projects/find-project.ts';
import { readStored } from '../../storage/check-file.ts';
import type { FileUrls } from '../../storage/sign-file-url.ts';
import type { StoredBytes } from '../../storage/storage.ts';
import { recordFile } from '../../storage/store-file.ts';
import type { RenderRow } from '../find-render.ts';
import { findRecipeFiles } from './find-recipe-files.ts';

const THUMBNAIL_PX = 512;

/** What importing renders needs. */
export interface ImportDeps extends Pick<Services, 'storage' | 'pictures'> {
  readonly urls: FileUrls;
  readonly db: Db;
}

/** A finished render whose files are all here. */
interface PreparedImport {
  /** It names this library's items, by their pictures. */
  readonly recipe: RenderSpec;
  readonly images: readonly {
    readonly sent: ProjectFileRender['images'][number];
    readonly widthPx: number;
    readonly heightPx: number;
    readonly thumbnail: StoredBytes;
    /** See `render_images`. */
    readonly view: StoredBytes | null;
  }[];
}

/**
 * Makes ready a finished render that came with a project file, once all its files are the person's.
 *
 * @throws AppError `not-found` for the project; `invalid-request` for a file that is not the person's to use;
 *   `image-unreadable`, `picture-work-failed`, `storage-full`.
 */
export async function prepareImport(
  { db, storage, pictures, urls }: ImportDeps,
  userId: number,
  projectId: number,
  { recipe, images }: ProjectFileRender,
  signal: AbortSignal,
): Promise<PreparedImport> {
  await findProject(db, userId, projectId);
  const named = listNamed({ recipe, images });
  const found = new Map(
    (await findRecipeFiles(db, urls, userId, named)).map((file) => [file.hash, file.items]),
  );
  const foreign = named.find((hash) => !found.has(hash));
  if (foreign !== undefined) throw invalidRequest('recipe', `${foreign} is not a file of yours`);
  const find = (type: AssetType, hash: ContentHash): LibraryItemId | null =>
    found.get(hash)?.find((item) => item.asset_type === type)?.id ?? null;
  const renamed = renameItems(recipe, find);
  const work = pictures.workFor({ lane: 'upload', caller: userId, signal });
  const prepared: PreparedImport['images'][number][] = [];
  for (const sent of images) {
    const read = () => readStored({ db, storage }, sent.image_hash);
    const small = await work.shrinkImage(read, 'render.png', THUMBNAIL_PX, false);
    const { widthPx, heightPx } = small;
    const thumbnail = await storage.put(small.thumbnail);
    const isLarge = isLargePicture(widthPx, heightPx);
    const shown = isLarge ? await work.shrinkImage(read, 'render.png', STAGE_PICTURE_MAX_PX, false) : null;
    const view = shown === null ? null : await storage.put(shown.thumbnail);
    prepared.push({ sent, widthPx, heightPx, thumbnail, view });
  }
  return { recipe: renamed, images: prepared };
}

/**
 * Keeps a render that was made ready. It cost nothing here, and says nothing about how quick the engines are.
 *
 * @param key Idempotency-Key of the call. The render that came with it is the answer for good, also one that was deleted since: a device
 *   may send it again long after the answer of the call is forgotten. Where its project is gone and another is asked for, which was made
 *   in place of it, it moves in there; one that was deleted before that is left, and comes once more.
 * @throws AppError `not-found` for a project that is gone by now.
 */
export async function importRender(
  tx: Transaction,
  userId: number,
  projectId: number,
  sent: ProjectFileRender,
  { recipe, images }: PreparedImport,
  key: unknown,
): Promise<RenderRow> {
  const madeWith = z.uuid().safeParse(key).data ?? null;
  if ((await holdProject(tx, projectId)) === null) throw new AppError({ code: 'not-found' });
  const made = madeWith === null ? null : await findMade(tx, userId, madeWith);
  const kept = made === null ? null : await moveIn(tx, made, projectId);
  if (kept !== null) return kept;
  const rows = await tx
    .insert(renders)
    .values({
      userId,
      projectId,
      status: 'completed',
      engine: recipe.engineBuild.engine,
      recipe,
      price: 0,
      progress: 100,
      provenance: sent.provenance,
      warnings: sent.warnings,
      madeWith,
      madeOnDevice: sent.made_on_device,
      group: sent.group,
      viewIds: sent.view_ids,
      // By the clock of the device that made it, which may be ahead; here it is new from now on.
      createdAt: sql`least(${sent.created_at}::timestamptz, now())`,
      finishedAt: sql`now()`,
    })
    .returning();
  const render = onlyRow(rows);
  const hashes = new Set(listNamed(sent));
  for (const { sent: image, widthPx, heightPx, thumbnail, view } of images) {
    for (const file of view === null ? [thumbnail] : [thumbnail, view]) {
      await recordFile(tx, file, { contentType: 'image/webp' });
      hashes.add(file.hash);
    }
    await tx.insert(renderImages).values({
      renderId: render.id,
      batchIndex: image.batch_index,
      imageHash: image.image_hash,
      thumbnailHash: thumbnail.hash,
      viewHash: view?.hash ?? null,
      widthPx,
      heightPx,
      fidelity: image.fidelity,
      keptProduct: image.kept_product,
      layers: image.layers,
    });
  }
  await tx.insert(renderFiles).values([...hashes].map((hash) => ({ renderId: render.id, hash })));
  return render;
}

async function findMade(tx: Transaction, userId: number, madeWith: string): Promise<RenderRow | null> {
  const isIt = and(eq(renders.userId, userId), eq(renders.madeWith, madeWith));
  const [row] = await tx.select().from(renders).where(isIt).for('update');
  return row ?? null;
}

/** @returns Null for one that the project comes after, which has let go of its key. */
async function moveIn(tx: Transaction, made: RenderRow, projectId: number): Promise<RenderRow | null> {
  if (made.projectId !== null) return made;
  const change = (values: { projectId: number } | { madeWith: null }) =>
    tx.update(renders).set(values).where(eq(renders.id, made.id)).returning();
  if (made.deletedAt === null) return onlyRow(await change({ projectId }));
  const isLater = and(eq(projects.id, projectId), gt(projects.createdAt, made.deletedAt));
  if ((await tx.select({ id: projects.id }).from(projects).where(isLater)).length === 0) return made;
  await change({ madeWith: null });
  return null;
}

/** Files of a render that came along with it. */
function listNamed({ recipe, images }: Pick<ProjectFileRender, 'recipe' | 'images'>): ContentHash[] {
  return [...listRecipeFiles(recipe), ...images.flatMap(listImageFiles)];
}

/** @throws AppError `invalid-request` for a style that the library does not have. */
function renameItems(
  recipe: RenderSpec,
  find: (type: AssetType, hash: ContentHash) => LibraryItemId | null,
): RenderSpec {
  const { background, style, scene } = recipe;
  const styleId = style === null ? null : find('style', style.imageHash);
  if (style !== null && styleId === null) throw invalidRequest('recipe.style', 'is not in the library');
  return {
    ...recipe,
    scene: {
      ...scene,
      dressings: scene.dressings.map((dressing) =>
        dressing.kind === 'library'
          ? { ...dressing, libraryId: dressing.libraryId && find('material', dressing.textureHash) }
          : dressing,
      ),
    },
    background:
      background.kind === 'image'
        ? { ...background, libraryId: background.libraryId && find('background', background.imageHash) }
        : background,
    style: style && styleId && { ...style, libraryId: styleId },
  };
}
