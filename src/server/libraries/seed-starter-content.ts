import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { ContentHash } from '../../contract/ids.ts';
import type { Db, Queryable } from '../db/database.ts';
import { categories, libraryItems } from '../db/schema/libraries.ts';
import { makeThumbnail } from '../images/make-thumbnail.ts';
import { inspectImage, openImage } from '../images/open-image.ts';
import { storeSampleProject } from '../projects/sample-template.ts';
import { type FileStore, storeFile } from '../storage/store-file.ts';
import { readSampleProject, readStarterItems, type StarterItem } from './starter-content.ts';

/** Any number that nothing else locks; all Vitrine processes must agree on it. */
const SEED_LOCK = 7_184_266;
const THUMBNAIL_PX = 256;

/**
 * Puts the starter libraries and the sample project into the database and the store. Runs at every start: what is
 * there already, by slug and hash, is left alone, also when staff deleted it; what a new release changed is updated.
 * Several processes may do it at once.
 *
 * @param folder The content folder.
 */
export async function seedStarterContent(
  deps: FileStore & { readonly db: Db },
  folder: string,
): Promise<void> {
  const items = await readStarterItems(folder);
  const sample = await readSampleProject(folder);
  await deps.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${SEED_LOCK})`);
    const store = { db: tx, storage: deps.storage };
    for (const item of items) await seedItem(store, item, await readFile(join(folder, item.file)));
    await storeSampleProject(store, sample, await readFile(join(folder, sample.model.file)));
  });
}

async function seedItem(store: FileStore, item: StarterItem, bytes: Uint8Array): Promise<void> {
  const { db } = store;
  const hash = createHash('sha256').update(bytes).digest('hex');
  const [known] = await db.select().from(libraryItems).where(eq(libraryItems.slug, item.slug));
  const categoryId = await categoryOf(db, item);
  const values = {
    assetType: item.kind,
    names: item.name,
    categoryId,
    averageColour: item.averageColour,
    tileSizeMetres: item.tileSizeMetres ?? null,
    metalness: item.metalness ?? null,
    roughness: item.roughness ?? null,
    bumpHeightMillimetres: item.bumpHeightMillimetres ?? null,
  };
  const isThere = known?.imageHash === hash && (await store.storage.size(ContentHash.parse(hash))) !== null;
  if (isThere) {
    await db.update(libraryItems).set(values).where(eq(libraryItems.id, known.id));
    return;
  }
  const info = await inspectImage(bytes, item.file);
  const image = await storeFile(store, bytes, info);
  const small = await makeThumbnail(openImage(bytes), THUMBNAIL_PX, true);
  const thumbnail = await storeFile(store, small, {
    contentType: 'image/webp',
    widthPx: THUMBNAIL_PX,
    heightPx: THUMBNAIL_PX,
  });
  const pictured = { ...values, imageHash: image.hash, thumbnailHash: thumbnail.hash };
  await db
    .insert(libraryItems)
    .values({ ...pictured, slug: item.slug })
    .onConflictDoUpdate({ target: libraryItems.slug, set: pictured });
}

async function categoryOf(db: Queryable, item: StarterItem): Promise<number> {
  const { slug, ...names } = item.category;
  const [known] = await db
    .select({ id: categories.id })
    .from(categories)
    .where(and(eq(categories.slug, slug), eq(categories.assetType, item.kind), isNull(categories.userId)));
  if (known !== undefined) return known.id;
  const [made] = await db
    .insert(categories)
    .values({ slug, assetType: item.kind, names })
    .returning({ id: categories.id });
  if (made === undefined) throw new Error('the insert returned nothing');
  return made.id;
}
