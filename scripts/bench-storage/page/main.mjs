import { openStorage } from '../../../src/workers/open-storage.ts';

const store = openStorage();
const HASH = 'b'.repeat(64);

const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** In one strict transaction, as a page without a store of its own would keep it: a Blob, or an ArrayBuffer. */
async function putInDatabase(bytes) {
  const open = indexedDB.open('peer', 1);
  open.onupgradeneeded = () => open.result.createObjectStore('blobs');
  const database = await done(open);
  const begun = performance.now();
  const transaction = database.transaction('blobs', 'readwrite', { durability: 'strict' });
  transaction.objectStore('blobs').put(bytes, 'one');
  await new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error);
  });
  const ms = performance.now() - begun;
  database.close();
  await done(indexedDB.deleteDatabase('peer'));
  return ms;
}

async function putInStore(bytes) {
  const begun = performance.now();
  await store.put(HASH, bytes);
  const ms = performance.now() - begun;
  await store.delete(HASH);
  return ms;
}

/** Milliseconds until the chosen file is on the disk: by the product's store, and by the database as a Blob and as bytes. */
window.keep = async () => {
  const file = document.querySelector('input').files[0];
  const storeMs = await putInStore(file);
  const blobMs = await putInDatabase(file);
  return {
    kind: await store.kind(),
    storeMs,
    blobMs,
    bytesMs: await putInDatabase(await file.arrayBuffer()),
  };
};
