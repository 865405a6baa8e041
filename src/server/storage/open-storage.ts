import { join } from 'node:path';
import { createDiskStorage } from './disk-storage.ts';
import type { S3Settings } from './s3-storage.ts';
import type { Storage } from './storage.ts';
import { joinStorages } from './two-storages.ts';

/** Where files are kept. */
export interface FilesPlace {
  /** Null: no bucket is named. */
  readonly s3: S3Settings | null;
  /** Where what is new goes, where there are both: the other one is read while its files are on their way. */
  readonly kind: 'disk' | 's3';
  /** Where browsers reach the store of the bucket and may read from it; null: its files come through this server alone. */
  readonly publicEndpoint: string | null;
}

/** The place for new files and, where a bucket is named, the other one that may still have old ones. */
export interface OpenStorages {
  readonly fresh: Storage;
  readonly old: Storage | null;
  /** What reads and writes both. */
  readonly whole: Storage;
  close(): void;
}

/** @param root An existing folder, ours alone. @throws SetupError for a bucket that may not be used. */
export async function openStorages(
  root: string,
  { s3, kind, publicEndpoint }: FilesPlace,
): Promise<OpenStorages> {
  const disk = await createDiskStorage(root);
  if (s3 === null) return { fresh: disk, old: null, whole: disk, close: () => {} };
  // Its library is large: only who has a bucket loads it.
  const { createS3Storage } = await import('./s3-storage.ts');
  // The disk's storage has made it.
  const bucket = createS3Storage(s3, join(root, 'incoming'), publicEndpoint);
  await bucket.check();
  const [fresh, old] = kind === 's3' ? [bucket, disk] : [disk, bucket];
  return { fresh, old, whole: joinStorages(fresh, old), close: () => bucket.close() };
}
