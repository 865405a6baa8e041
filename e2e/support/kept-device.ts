import type { Page } from 'playwright';

/** Everything that a page keeps in its browser: databases, files and local storage, in values that JSON has. */
export interface KeptDevice {
  readonly databases: readonly KeptDatabase[];
  /** Of the origin's private file system: base64, by path. */
  readonly files: Readonly<Record<string, string>>;
  readonly localStorage: Readonly<Record<string, string>>;
}

interface KeptDatabase {
  readonly name: string;
  readonly version: number;
  readonly stores: readonly {
    readonly name: string;
    readonly keyPath: string | string[] | null;
    readonly autoIncrement: boolean;
    readonly indexes: readonly {
      readonly name: string;
      readonly keyPath: string | string[];
      readonly unique: boolean;
      readonly multiEntry: boolean;
    }[];
    readonly rows: readonly unknown[];
  }[];
}

/** Puts it into the browser in place of what is there. @param page Shows the product's origin, and no product. */
export async function putDevice(page: Page, device: KeptDevice): Promise<void> {
  await page.evaluate(async ({ databases, files, localStorage: kept }) => {
    const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const decode = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(decode);
      if (typeof value !== 'object' || value === null) return value;
      const { $blob, type } = value as { $blob?: string; type?: string };
      if ($blob !== undefined) return new Blob([bytesOf($blob)], { type: type ?? '' });
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, decode(inner)]));
    };
    for (const { name, version, stores } of databases) {
      const opening = indexedDB.open(name, version);
      opening.onupgradeneeded = () => {
        for (const { name: storeName, keyPath, autoIncrement, indexes } of stores) {
          const store = opening.result.createObjectStore(storeName, { keyPath, autoIncrement });
          for (const { name: indexName, keyPath: path, unique, multiEntry } of indexes) {
            store.createIndex(indexName, path, { unique, multiEntry });
          }
        }
      };
      const database = await done(opening);
      for (const { name: storeName, rows } of stores) {
        const store = database.transaction(storeName, 'readwrite').objectStore(storeName);
        await Promise.all(rows.map((row) => done(store.put(decode(row)))));
      }
      database.close();
    }
    for (const [path, base64] of Object.entries(files)) {
      const names = path.split('/');
      let folder = await navigator.storage.getDirectory();
      for (const name of names.slice(0, -1)) folder = await folder.getDirectoryHandle(name, { create: true });
      const file = await folder.getFileHandle(names.at(-1) ?? '', { create: true });
      const writing = await file.createWritable();
      await writing.write(bytesOf(base64));
      await writing.close();
    }
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
  }, device);
}

/** Reads it. */
export function keepDevice(page: Page): Promise<KeptDevice> {
  return page.evaluate(async () => {
    const base64 = (bytes: Uint8Array) => {
      let text = '';
      for (let at = 0; at < bytes.length; at += 4_096) {
        text += String.fromCharCode(...bytes.subarray(at, at + 4_096));
      }
      return btoa(text);
    };
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const encode = async (value: unknown): Promise<unknown> => {
      if (value instanceof Blob) {
        return { $blob: base64(new Uint8Array(await value.arrayBuffer())), type: value.type };
      }
      if (Array.isArray(value)) return Promise.all(value.map(encode));
      if (typeof value !== 'object' || value === null) return value;
      if (Object.getPrototypeOf(value) !== Object.prototype) throw new Error(`cannot keep a ${value}`);
      const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
      return Object.fromEntries(
        await Promise.all(entries.map(async ([key, inner]) => [key, await encode(inner)])),
      );
    };
    const databases = [];
    for (const { name = '', version = 1 } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name));
      const stores = [];
      for (const storeName of database.objectStoreNames) {
        const store = database.transaction(storeName).objectStore(storeName);
        const indexes = [...store.indexNames].map((indexName) => {
          const { keyPath, unique, multiEntry } = store.index(indexName);
          return { name: indexName, keyPath, unique, multiEntry };
        });
        const { keyPath, autoIncrement } = store;
        const rows = (await encode(await done(store.getAll()))) as unknown[];
        stores.push({ name: storeName, keyPath, autoIncrement, indexes, rows });
      }
      databases.push({ name, version, stores });
      database.close();
    }
    const files: Record<string, string> = {};
    const walk = async (folder: FileSystemDirectoryHandle, path: string): Promise<void> => {
      for await (const [name, handle] of folder.entries()) {
        if (handle.kind === 'directory') await walk(handle as FileSystemDirectoryHandle, `${path}${name}/`);
        else {
          const file = await (handle as FileSystemFileHandle).getFile();
          files[`${path}${name}`] = base64(new Uint8Array(await file.arrayBuffer()));
        }
      }
    };
    await walk(await navigator.storage.getDirectory(), '');
    const { access_token: _, ...kept } = { ...localStorage };
    return { databases, files, localStorage: kept };
  });
}
