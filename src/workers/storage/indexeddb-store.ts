import { AppError } from '../../contract/failure.ts';
import type { ContentHash } from '../../contract/ids.ts';
import type { ByteStore } from './create-storage.ts';

const DATABASE = 'vitrine-files';
const TABLE = 'files';

/**
 * Keeps bytes as Blobs in IndexedDB: where the origin has no private file system (plain http, private windows).
 *
 * @throws Error where the browser refuses the database.
 */
export async function openIndexedDbStore(): Promise<ByteStore> {
  let open: Promise<IDBDatabase> | null = null;
  const database = (): Promise<IDBDatabase> => {
    open ??= openDatabase(() => {
      open = null;
    });
    return open;
  };
  await database();

  const run = async <T>(
    mode: IDBTransactionMode,
    use: (table: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T> => {
    try {
      return await transact(await database(), mode, use);
    } catch (error) {
      // WebKit loses its connection in the background; one fresh connection is worth a try.
      if (!(error instanceof Error) || !['InvalidStateError', 'UnknownError'].includes(error.name))
        throw error;
      open = null;
      return await transact(await database(), mode, use);
    }
  };
  const read = async (hash: ContentHash): Promise<Blob | null> => {
    const found: unknown = await run('readonly', (table) => table.get(hash) as IDBRequest<unknown>);
    return found instanceof Blob ? found : null;
  };
  return {
    kind: 'indexeddb',
    async put(hash, bytes) {
      // A file says when it was put, a Blob does not.
      const file = new File([bytes], hash, { type: bytes.type, lastModified: Date.now() });
      try {
        await run('readwrite', (table) => table.put(file, hash));
      } catch (error) {
        const isFull = error instanceof Error && error.name === 'QuotaExceededError';
        throw isFull ? new AppError({ code: 'device-storage-full' }) : error;
      }
    },
    get: read,
    async putAt(hash) {
      const found = await read(hash);
      return found instanceof File ? found.lastModified : 0;
    },
    async delete(hash) {
      await run('readwrite', (table) => table.delete(hash));
    },
    async list() {
      return (await run('readonly', (table) => table.getAllKeys())) as ContentHash[];
    },
  };
}

function openDatabase(onClosed: () => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(TABLE);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error('blocked'));
    request.onsuccess = () => {
      const database = request.result;
      database.onclose = onClosed;
      database.onversionchange = () => {
        database.close();
        onClosed();
      };
      resolve(database);
    };
  });
}

function transact<T>(
  database: IDBDatabase,
  mode: IDBTransactionMode,
  use: (table: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(TABLE, mode, { durability: 'strict' });
    const request = use(transaction.objectStore(TABLE));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onerror = () => reject(transaction.error ?? request.error);
    transaction.onabort = () => reject(transaction.error ?? request.error);
  });
}
