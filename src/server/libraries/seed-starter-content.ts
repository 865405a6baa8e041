import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { LIBRARY_THUMBNAIL_PX } from '../../contract/constants.ts';
import { ContentHash } from '../../contract/ids.ts';
import type { Db, Queryable, Transaction } from '../db/database.ts';
import { onlyRow } from '../db/only-row.ts';
import { files } from '../db/schema/files.ts';
import { categories, libraryItems } from '../db/schema/libraries.ts';
import type { Services } from '../deps.ts';
import { keepSampleProject, prepareSampleProject } from '../projects/sample-template.ts';
import type { StoredBytes } from '../storage/storage.ts';
import { type FileKind, recordFile } from '../storage/store-file.ts';
import type { ItemRow } from './find-items.ts';
import { readSampleProject, readStarterItems, type StarterItem } from './starter-content.ts';

/** Any number that nothing else locks; all Vitrine processes must agree on it. */
const SEED_LOCK = 7_184_266;

/** What seeding needs. */
interface SeedDeps extends Pick<Services, 'storage' | 'pictures'> {
  readonly db: Db;
}

/** Whose picture work this is: people come first. */
const CLAIM = { lane: 'background', caller: 'starter content' } as const;

/**
 * Puts the starter libraries and the sample project into the database and the store. Runs at every start: what is
 * there already, by slug and hash, is left alone, also when staff deleted, renamed or moved it; pictures that a new
 * release repainted are replaced, and the old ones stay readable.
 * Several processes may do it at once.
 *
 * @param folder The content folder.
 */
export async function seedStarterContent(deps: SeedDeps, folder: string): Promise<void> {
  // 1. Files, those that are not here yet.
  const prepared: PreparedItem[] = [];
  for (const item of await readStarterItems(folder)) prepared.push(await prepareItem(deps, item, folder));
  const project = await readSampleProject(folder);
  const glb = await readFile(join(folder, project.model.file));
  const sample = await prepareSampleProject(deps.storage, project, glb);
  // 2. Rows.
  await deps.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${SEED_LOCK})`);
    for (const item of prepared) await keepItem(tx, item);
    await keepSampleProject(tx, sample);
  });
}

/** A file of the content folder that lies in the storage; `kind` is null where its row is there, too. */
interface SeededFile {
  readonly bytes: StoredBytes;
  readonly kind: FileKind | null;
}

interface PreparedItem {
  readonly item: StarterItem;
  readonly image: SeededFile;
  readonly normal: SeededFile | null;
  readonly roughness: SeededFile | null;
  /** The picture itself, small, for an item that brings no thumbnail of its own; null where a row has one. */
  readonly thumbnail: SeededFile | null;
}

async function prepareItem(deps: SeedDeps, item: StarterItem, folder: string): Promise<PreparedItem> {
  const bytes = await readFile(join(folder, item.file));
  const image = await seedFile(deps, bytes, item.file);
  const other = async (file: string | undefined) =>
    file === undefined ? null : seedFile(deps, await readFile(join(folder, file)), file);
  const [normal, roughness] = [await other(item.normalFile), await other(item.roughnessFile)];
  let thumbnail = await other(item.thumbnailFile);
  if (thumbnail === null) {
    const [known] = await deps.db.select().from(libraryItems).where(eq(libraryItems.slug, item.slug));
    if (known?.imageHash !== image.bytes.hash) thumbnail = await shrink(deps, bytes, item.file);
  }
  return { item, image, normal, roughness, thumbnail };
}

async function seedFile(
  { db, storage, pictures }: SeedDeps,
  bytes: Uint8Array,
  name: string,
): Promise<SeededFile> {
  const hash = ContentHash.parse(createHash('sha256').update(bytes).digest('hex'));
  const isStored = (await storage.size(hash)) === bytes.byteLength;
  const [row] = await db.select({ damage: files.damage }).from(files).where(eq(files.hash, hash));
  if (isStored && row?.damage === null) return { bytes: { hash, sizeBytes: bytes.byteLength }, kind: null };
  const kind = await pictures.workFor(CLAIM).inspectImage(bytes, name);
  return { bytes: await storage.put(bytes), kind };
}

async function shrink({ storage, pictures }: SeedDeps, bytes: Uint8Array, name: string): Promise<SeededFile> {
  const side = LIBRARY_THUMBNAIL_PX;
  const { thumbnail } = await pictures.workFor(CLAIM).shrinkImage(bytes, name, side, true);
  const kind = { contentType: 'image/webp', widthPx: side, heightPx: side } as const;
  return { bytes: await storage.put(thumbnail), kind };
}

async function keepItem(tx: Transaction, prepared: PreparedItem): Promise<void> {
  const { item, image, normal, roughness, thumbnail } = prepared;
  for (const file of [image, normal, roughness, thumbnail]) {
    if (file !== null && file.kind !== null) await recordFile(tx, file.bytes, file.kind);
  }
  const [known] = await tx.select().from(libraryItems).where(eq(libraryItems.slug, item.slug));
  const worn = {
    imageHash: image.bytes.hash,
    normalHash: normal?.bytes.hash ?? null,
    roughnessHash: roughness?.bytes.hash ?? null,
  };
  const pictured = {
    ...worn,
    averageColour: item.averageColour,
    metalness: item.metalness ?? null,
    roughness: item.roughness ?? null,
    bumpHeightMillimetres: item.bumpHeightMillimetres ?? null,
    ...(thumbnail === null ? {} : { thumbnailHash: thumbnail.bytes.hash }),
  };
  if (known !== undefined) {
    if (isWornDifferently(known, worn)) await retire(tx, known);
    await tx.update(libraryItems).set(pictured).where(eq(libraryItems.id, known.id));
    return;
  }
  if (thumbnail === null) throw new Error(`${item.slug} went while it was seeded`);
  // What staff may have changed is set once.
  const named = {
    assetType: item.kind,
    names: item.name,
    categoryId: await categoryOf(tx, item),
    tileSizeMetres: item.tileSizeMetres ?? null,
  };
  await tx
    .insert(libraryItems)
    .values({ ...pictured, ...named, thumbnailHash: thumbnail.bytes.hash, slug: item.slug });
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
  const made = await db
    .insert(categories)
    .values({ slug, assetType: item.kind, names })
    .returning({ id: categories.id });
  return onlyRow(made).id;
}
