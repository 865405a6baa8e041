import { AppError } from '../contract/failure.ts';
import type { StorageApi } from '../contract/storage-api.ts';
import { connect, type Remote } from './rpc.ts';

/**
 * Opens the store of large bytes behind its one worker. The worker starts with the first call and stays; should it
 * die, calls under way reject with AppError `worker-crashed` and the next call starts another.
 */
export function openStorage(): StorageApi {
  let remote: Remote<StorageApi> | null = null;
  const store = (): StorageApi => {
    if (remote !== null) return remote.api;
    const worker = new Worker(new URL('./storage/storage-worker.ts', import.meta.url), { type: 'module' });
    const opened = connect<StorageApi>(worker);
    worker.addEventListener('error', () => {
      if (remote === opened) remote = null;
      worker.terminate();
      opened.fail(new AppError({ code: 'worker-crashed', worker: 'storage' }));
    });
    remote = opened;
    return opened.api;
  };
  return {
    kind: () => store().kind(),
    put: (hash, bytes) => store().put(hash, bytes),
    get: (hash) => store().get(hash),
    putAt: (hash) => store().putAt(hash),
    delete: (hash) => store().delete(hash),
    list: () => store().list(),
  };
}
