import { AppError } from '../../contract/failure.ts';
import type { AssetType } from '../../contract/http/libraries.ts';
import { ContentHash, type LibraryItemId } from '../../contract/ids.ts';
import { listRecipeFiles } from '../../contract/list-recipe-files.ts';
import type { ProjectFileRender } from '../../contract/project-file.ts';
import type { RenderSpec } from '../../contract/render-spec.ts';
import { invalidRequest } from '../check-shape.ts';
import type { Db, Transaction } from '../db/database.ts';
import { renderFiles, renderImages, renders } from '../db/schema/renders.ts';
import { makeThumbnail } from '../images/make-thumbnail.ts';
import { checkImage, openImage } from '../images/open-image.ts';
import { findProject } from '../projects/find-project.ts';
import { readBytes } from '../storage/read-bytes.ts';
import type { FileUrls } from '../storage/sign-file-url.ts';
import type { Storage } from '../storage/storage.ts';
import { storeFile } from '../storage/store-file.ts';
import { findRecipeFiles } from './find-recipe-files.ts';
import type { RenderRow } from './find-render.ts';

const THUMBNAIL_PX = 512;

/**
 * Keeps a finished render that came with a project file, once all its files are the person's. Its recipe names this
 * library's items, by their pictures. It cost nothing here, and says nothing about how quick the engines are.
 *
 * @throws AppError `not-found` for the project; `invalid-request` for a file that is not the person's to use;
 *   `image-unreadable`, `storage-full`.
 */
export async function importRender(
  tx: Transaction,
  shop: { readonly db: Db; readonly storage: Storage; readonly urls: FileUrls },
  userId: number,
  projectId: number,
  { recipe, images, created_at, provenance }: ProjectFileRender,
): Promise<RenderRow> {
  const project = await findProject(tx, userId, projectId);
  const named = [...listRecipeFiles(recipe), ...images.map((image) => image.image_hash)];
  const found = new Map(
    (await findRecipeFiles(shop.db, shop.urls, userId, named)).map((file) => [file.hash, file.items]),
  );
  const foreign = named.find((hash) => !found.has(hash));
  if (foreign !== undefined) throw invalidRequest('recipe', `${foreign} is not a file of yours`);
  const madeAt = new Date(created_at);
  const find = (type: AssetType, hash: ContentHash): LibraryItemId | null =>
    found.get(hash)?.find((item) => item.asset_type === type)?.id ?? null;
  const [render] = await tx
    .insert(renders)
    .values({
      userId,
      projectId: project.id,
      status: 'completed',
      engine: recipe.engineBuild.engine,
      recipe: renameItems(recipe, find),
      price: 0,
      progress: 100,
      provenance,
      createdAt: madeAt,
      finishedAt: madeAt,
    })
    .returning();
  if (render === undefined) throw new Error('the insert returned nothing');
  const thumbnails: ContentHash[] = [];
  for (const image of images) {
    const bytes = await readBytes(shop.storage, image.image_hash);
    const { widthPx, heightPx } = await checkImage(bytes, 'render.png');
    const small = await shrink(bytes);
    const stored = await storeFile({ db: tx, storage: shop.storage }, small, { contentType: 'image/webp' });
    thumbnails.push(ContentHash.parse(stored.hash));
    await tx.insert(renderImages).values({
      renderId: render.id,
      batchIndex: image.batch_index,
      imageHash: image.image_hash,
      thumbnailHash: stored.hash,
      widthPx,
      heightPx,
      fidelity: image.fidelity,
    });
  }
  const files = [...new Set([...named, ...thumbnails])].map((hash) => ({ renderId: render.id, hash }));
  await tx.insert(renderFiles).values(files);
  return render;
}

async function shrink(bytes: Uint8Array): Promise<Uint8Array> {
  try {
    return await makeThumbnail(openImage(bytes), THUMBNAIL_PX);
  } catch (cause) {
    throw new AppError({ code: 'image-unreadable', name: 'render.png' }, { cause });
  }
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
