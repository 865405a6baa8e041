import { openStorage } from '../../../src/workers/open-storage.ts';

const store = openStorage();
const HASH = 'b'.repeat(64);

/** Bytes that no browser can make smaller. */
function makeBytes(count) {
  const piece = new Uint8Array(65_536);
  const pieces = [];
  for (let left = count; left > 0; left -= piece.length) {
    crypto.getRandomValues(piece);
    pieces.push(piece.slice(0, Math.min(left, piece.length)));
  }
  return new Blob(pieces);
}

const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** As one Blob in a strict transaction, as a page without a store of its own would keep it. */
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

/** Milliseconds until `size` bytes are on the disk: by the product's store, and by the database. */
window.keep = async (size) => {
  const bytes = makeBytes(size);
  return {
    kind: await store.kind(),
    storeMs: await putInStore(bytes),
    databaseMs: await putInDatabase(bytes),
  };
};
