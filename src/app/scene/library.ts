import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { AppError } from '../../contract/failure.ts';
import { type AssetType, CategoryBody, LibraryItemBody } from '../../contract/http/libraries.ts';
import type { ContentHash, LibraryItemId } from '../../contract/ids.ts';
import type { App } from '../core/app.ts';

type LibraryTools = Pick<App, 'state' | 'server' | 'db' | 'queries' | 'storage'>;

/** A list call answers an array, or wraps it (A11). */
function listOf<Item>(item: z.ZodType<Item>) {
  return z
    .union([z.array(item), z.object({ results: z.array(item) }), z.object({ data: z.array(item) })])
    .transform((answer) => {
      if (Array.isArray(answer)) return answer;
      return 'results' in answer ? answer.results : answer.data;
    });
}

const LibraryAnswer = listOf(LibraryItemBody);
const CategoryAnswer = listOf(CategoryBody);

/**
 * One library as the server lists it. Without a connection it is the list this device saw last.
 * Signed addresses in it end after a while: ask again rather than keep them. It comes without a signal: the stage waits
 * for the same list as a window that is closed meanwhile.
 */
export function libraryQuery(app: LibraryTools, assetType: AssetType) {
  const { userId } = app.state.account;
  return queryOptions({
    queryKey: ['library', assetType, userId],
    queryFn: () => askOrRecall(app, `/api/${assetType}/`, LibraryAnswer, `library:${userId}:${assetType}`),
  });
}

/** Categories of one library, empty ones as well; without a connection as this device saw them last. */
export function categoriesQuery(app: LibraryTools, assetType: AssetType) {
  const { userId } = app.state.account;
  const path = `/api/category/?asset_type=${assetType}`;
  return queryOptions({
    queryKey: ['categories', assetType, userId],
    queryFn: () => askOrRecall(app, path, CategoryAnswer, `categories:${userId}:${assetType}`),
  });
}

/** One item of the server's, or of this device's memory, where an item is kept in a list of one. */
const ItemAnswer = z.union([LibraryItemBody.transform((item) => [item]), z.array(LibraryItemBody)]);

/** An item that a project wears, also after it was deleted from the library: the list has it no longer then. */
export function wornItemQuery(app: LibraryTools, assetType: AssetType, id: LibraryItemId) {
  const { userId } = app.state.account;
  return queryOptions({
    queryKey: ['worn', assetType, id, userId],
    queryFn: async () => {
      const items = await app.queries.ensureQueryData(libraryQuery(app, assetType));
      const listed = items.find((item) => item.id === id);
      if (listed !== undefined) return listed;
      const [item] = await askOrRecall(
        app,
        `/api/${assetType}/${id}/`,
        ItemAnswer,
        itemKey(app, assetType, id),
      );
      if (item === undefined) throw new AppError({ code: 'not-found' });
      return item;
    },
  });
}

/** Remembers an item that is being deleted, so that an undone step finds it without a connection as well. */
export async function keepItem(
  app: Pick<App, 'db' | 'state'>,
  assetType: AssetType,
  item: LibraryItemBody,
): Promise<void> {
  await app.db.run(() => app.db.kv.put({ key: itemKey(app, assetType, item.id), value: [item] }));
}

function itemKey({ state }: Pick<App, 'state'>, assetType: AssetType, id: LibraryItemId): string {
  return `library:${state.account.userId}:${assetType}:${id}`;
}

/** Asks the server again for what may have changed in one library. Resolves when it is on the page. */
export async function refreshLibrary(app: Pick<App, 'queries'>, assetType: AssetType): Promise<void> {
  await Promise.all([
    app.queries.invalidateQueries({ queryKey: ['library', assetType] }),
    app.queries.invalidateQueries({ queryKey: ['categories', assetType] }),
  ]);
}

/** What the server lists, else what this device kept of it when it cannot be reached. */
async function askOrRecall<Item>(
  app: LibraryTools,
  path: string,
  answer: z.ZodType<Item[]>,
  keptAs: string,
): Promise<Item[]> {
  try {
    const items = await app.server.call(path, answer);
    await app.db.run(() => app.db.kv.put({ key: keptAs, value: items }));
    return items;
  } catch (error) {
    if (!(error instanceof AppError) || error.failure.code !== 'server-unreachable') throw error;
    const kept = answer.safeParse((await app.db.run(() => app.db.kv.get(keptAs)))?.value);
    if (!kept.success) throw error;
    return kept.data;
  }
}

/**
 * Bytes of a library picture: from this device, else from the server, and then kept on this device.
 *
 * @param address Signed address; null when only the hash is known, then the libraries are searched for it.
 * @throws AppError `not-found` when nobody has it, and those of a call.
 */
export async function loadLibraryImage(
  app: LibraryTools,
  assetType: AssetType,
  hash: ContentHash,
  address: string | null,
  signal?: AbortSignal,
): Promise<Blob> {
  const kept = await app.storage.get(hash);
  if (kept !== null) return kept;
  const from = address ?? (await findAddress(app, assetType, hash));
  if (from === null) throw new AppError({ code: 'not-found' });
  const image = await app.server.file(from, signal, true);
  await app.storage.put(hash, image);
  return image;
}

async function findAddress(
  app: LibraryTools,
  assetType: AssetType,
  hash: ContentHash,
): Promise<string | null> {
  const items = await app.queries.ensureQueryData(libraryQuery(app, assetType));
  return items.find((item) => item.image_hash === hash)?.image ?? null;
}
