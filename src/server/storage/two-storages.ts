import { isFailure } from '../../contract/failure.ts';
import type { Storage } from './storage.ts';

/**
 * Files on their way from one place to another while people work: what is written goes to the new place, what is read is
 * looked for there first and then in the old one, and what is deleted goes from both.
 */
export function joinStorages(fresh: Storage, old: Storage): Storage {
  /** Asks the old place for what the new one has not. */
  const either = async <T>(ask: (storage: Storage) => Promise<T>): Promise<T> => {
    try {
      return await ask(fresh);
    } catch (error) {
      if (!isFailure(error, 'not-found')) throw error;
      return ask(old);
    }
  };
  const both = async (act: (storage: Storage) => Promise<void>): Promise<void> => {
    await act(fresh);
    await act(old);
  };
  return {
    places: [...fresh.places, ...old.places],
    put: (source, maxBytes) => fresh.put(source, maxBytes),
    open: (hash, range) => either((storage) => storage.open(hash, range)),
    size: async (hash) => (await fresh.size(hash)) ?? old.size(hash),
    address: async (hash, file) =>
      (await fresh.size(hash)) === null ? old.address(hash, file) : fresh.address(hash, file),
    delete: (hash) => both((storage) => storage.delete(hash)),
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
