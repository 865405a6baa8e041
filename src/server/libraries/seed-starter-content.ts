import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { LIBRARY_THUMBNAIL_PX } from '../../contract/constants.ts';
import { ContentHash } from '../../contract/ids.ts';
import type { Db, Queryable } from '../db/database.ts';
import { categories, libraryItems } from '../db/schema/libraries.ts';
import { makeThumbnail } from '../images/make-thumbnail.ts';
import { checkImage, inspectImage, openImage } from '../images/open-image.ts';
import { storeSampleProject } from '../projects/sample-template.ts';
import { type FileStore, recordFile, storeFile } from '../storage/store-file.ts';
import type { ItemRow } from './find-items.ts';
import { readSampleProject, readStarterItems, type StarterItem } from './starter-content.ts';

/** Any number that nothing else locks; all Vitrine processes must agree on it. */
const SEED_LOCK = 7_184_266;

/**
 * Puts the starter libraries and the sample project into the database and the store. Runs at every start: what is
 * there already, by slug and hash, is left alone, also when staff deleted, renamed or moved it; pictures that a new
 * release repainted are replaced, and the old ones stay readable.
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
    for (const item of items) await seedItem(store, item, folder);
    await storeSampleProject(store, sample, await readFile(join(folder, sample.model.file)));
  });
}

async function seedItem(store: FileStore, item: StarterItem, folder: string): Promise<void> {
  const { db } = store;
  const bytes = await readFile(join(folder, item.file));
  const [known] = await db.select().from(libraryItems).where(eq(libraryItems.slug, item.slug));
  const maps = {
    normalHash: await seedFile(store, folder, item.normalFile),
    roughnessHash: await seedFile(store, folder, item.roughnessFile),
  };
  const thumbnailHash = await seedFile(store, folder, item.thumbnailFile);
  const look = {
    ...maps,
    averageColour: item.averageColour,
    metalness: item.metalness ?? null,
    roughness: item.roughness ?? null,
    bumpHeightMillimetres: item.bumpHeightMillimetres ?? null,
    ...(thumbnailHash === null ? {} : { thumbnailHash }),
  };
  const hash = ContentHash.parse(createHash('sha256').update(bytes).digest('hex'));
  const isThere = known?.imageHash === hash && (await store.storage.size(hash)) !== null;
  if (known !== undefined && isWornDifferently(known, { imageHash: hash, ...maps })) await retire(db, known);
  if (isThere) {
    await db.update(libraryItems).set(look).where(eq(libraryItems.id, known.id));
    return;
  }
  const info = await inspectImage(bytes, item.file);
  const image = await storeFile(store, bytes, info);
  const pictured = {
    ...look,
    imageHash: image.hash,
    thumbnailHash: thumbnailHash ?? (await shrink(store, bytes)),
  };
  // What staff may have changed is set once.
  const named = {
    assetType: item.kind,
    names: item.name,
    categoryId: await categoryOf(db, item),
    tileSizeMetres: item.tileSizeMetres ?? null,
  };
  await db
    .insert(libraryItems)
    .values({ ...pictured, ...named, slug: item.slug })
    .onConflictDoUpdate({ target: libraryItems.slug, set: pictured });
}

/** The picture itself, small, for an item that brings no thumbnail of its own. */
async function shrink(store: FileStore, bytes: Uint8Array): Promise<ContentHash> {
  const small = await makeThumbnail(openImage(bytes), LIBRARY_THUMBNAIL_PX, true);
  const side = LIBRARY_THUMBNAIL_PX;
  const { hash } = await storeFile(store, small, {
    contentType: 'image/webp',
    widthPx: side,
    heightPx: side,
  });
  return hash;
}

async function seedFile(
  store: FileStore,
  folder: string,
  file: string | undefined,
): Promise<ContentHash | null> {
  if (file === undefined) return null;
  const bytes = await readFile(join(folder, file));
  const hash = ContentHash.parse(createHash('sha256').update(bytes).digest('hex'));
  if ((await store.storage.size(hash)) === null)
    return (await storeFile(store, bytes, await inspectImage(bytes, file))).hash;
  await recordFile(store.db, { hash, sizeBytes: bytes.byteLength }, await checkImage(bytes, file));
  return hash;
}

type Files = Pick<ItemRow, 'imageHash' | 'normalHash' | 'roughnessHash'>;

function isWornDifferently(known: Files, next: Files): boolean {
  const names = ['imageHash', 'normalHash', 'roughnessHash'] as const;
  return names.some((name) => known[name] !== null && known[name] !== next[name]);
}

/** Keeps the pictures of an item that a new release repaints readable for the projects that wear them. */
async function retire(db: Queryable, known: ItemRow): Promise<void> {
  const { id: _id, ...values } = known;
  await db.insert(libraryItems).values({ ...values, slug: null, deletedAt: new Date() });
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
