import type { ContentHash } from '../../../contract/ids.ts';
import { despiteAway } from '../../process/wait.ts';
import { readStored } from '../../storage/check-file.ts';
import { isStoreAway } from '../../storage/s3-failures.ts';
import type { StoredBytes } from '../../storage/storage.ts';
import type { FileStore } from '../../storage/store-file.ts';

/**
 * Whoever reads may hold up others meanwhile, and can begin anew; what was drawn is nowhere else. Both together are less than an image may
 * take to be kept, and than an engine may be silent.
 */
const PATIENCE_MS = { read: 60_000, put: 4 * 60_000 };

/** For work that would rather wait than end. */
export interface PatientStore extends FileStore {
  /** A store that is away is waited for so long; {@link PATIENCE_MS} without it. */
  readonly storePatienceMs?: number;
}

/** As {@link readStored}, but a store that is away is waited for. @throws StoreAway of one that stays away; what `signal` aborts with. */
export function readPatiently(
  store: PatientStore,
  hash: ContentHash,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const patienceMs = store.storePatienceMs ?? PATIENCE_MS.read;
  return despiteAway(() => readStored(store, hash), isStoreAway, patienceMs, signal);
}

/** Keeps what nobody has but us, as {@link readPatiently} reads. */
export function putPatiently(
  store: PatientStore,
  bytes: Uint8Array,
  signal: AbortSignal,
): Promise<StoredBytes> {
  const patienceMs = store.storePatienceMs ?? PATIENCE_MS.put;
  return despiteAway(() => store.storage.put(bytes), isStoreAway, patienceMs, signal);
}
