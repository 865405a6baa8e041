import { isFailure } from '../../contract/failure.ts';
import type { ContentHash } from '../../contract/ids.ts';
import type { Storage } from './storage.ts';

/**
 * Files on their way from one place to another while people work: what is written goes to the new place, what is read is
 * looked for there first and then in the old one, and what is deleted goes from both.
 */
export function joinStorages(fresh: Storage, old: Storage): Storage {
  /** In this order, as long as it is nowhere: it may leave the old place for the new one just as it is looked for. */
  const lookedAt = [fresh, old, fresh];
  const either = async <T>(ask: (storage: Storage) => Promise<T>): Promise<T> => {
    let missing: unknown;
    for (const storage of lookedAt) {
      try {
        return await ask(storage);
      } catch (error) {
        if (!isFailure(error, 'not-found')) throw error;
        missing = error;
      }
    }
    throw missing;
  };
  const size = async (hash: ContentHash): Promise<number | null> => {
    for (const storage of lookedAt) {
      const bytes = await storage.size(hash);
      if (bytes !== null) return bytes;
    }
    return null;
  };
  const both = async (act: (storage: Storage) => Promise<void>): Promise<void> => {
    await act(fresh);
    await act(old);
  };
  return {
    places: [...fresh.places, ...old.places],
    put: (source, maxBytes) => fresh.put(source, maxBytes),
    open: (hash, range) => either((storage) => storage.open(hash, range)),
    size,
    async address(hash, file) {
      const isOld = (await fresh.size(hash)) === null && (await old.size(hash)) !== null;
      return (isOld ? old : fresh).address(hash, file);
    },
    delete: (hash) => both((storage) => storage.delete(hash)),
    deleteOld: (hash, ageMs) => both((storage) => storage.deleteOld(hash, ageMs)),
    putPart: (upload, part, source, maxBytes) => fresh.putPart(upload, part, source, maxBytes),
    readPart: (upload, part, hash) => either((storage) => storage.readPart(upload, part, hash)),
    deletePart: (upload, part, hash) => both((storage) => storage.deletePart(upload, part, hash)),
    deleteUpload: (upload) => both((storage) => storage.deleteUpload(upload)),
    async *list(ageMs) {
      yield* fresh.list(ageMs);
      yield* old.list(ageMs);
    },
    sweep: (ageMs) => both((storage) => storage.sweep(ageMs)),
  };
}
