import type { ContentHash } from './ids.ts';

/**
 * Large bytes on this device, named by content hash: OPFS through one long-lived worker, IndexedDB where OPFS is
 * missing or refuses (plain http, private mode), memory as the last resort. Never killed.
 */
export interface StorageApi {
  /** Which store answers. `memory` means that nothing survives a reload: the app must say so. */
  kind(): Promise<'opfs' | 'indexeddb' | 'memory'>;
  /**
   * Durable when it resolves. Writing the same hash twice is harmless.
   * @throws AppError `device-storage-full`.
   */
  put(hash: ContentHash, bytes: Blob): Promise<void>;
  /** Null when it is not here. */
  get(hash: ContentHash): Promise<Blob | null>;
  /**
   * When it was last put, also where it was here already: milliseconds since the epoch, by this device's clock. 0 for what is
   * not here, and where nobody knows.
   */
  putAt(hash: ContentHash): Promise<number>;
  delete(hash: ContentHash): Promise<void>;
  list(): Promise<ContentHash[]>;
}
