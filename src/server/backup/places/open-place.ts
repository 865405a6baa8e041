import { SetupError } from '../../process/setup-error.ts';
import type { FilesPlace } from '../../storage/open-storage.ts';
import type { S3Account } from '../../storage/s3-client.ts';
import { createDiskPlace } from './disk-place.ts';
import type { BackupPlace } from './place.ts';
import { readAddress } from './read-address.ts';

/** What of the configuration says how a bucket is reached, and which one the files have. */
export interface PlaceSettings {
  readonly files: FilesPlace;
  readonly backupStore: S3Account;
}

/** Prefixes that a store of files has of its own, see `s3-storage.ts`. */
const FILES_OWN = ['', 'files/', 'uploads/', 'incoming/'];

/**
 * Opens the place of an address. Nothing is looked at yet.
 *
 * @throws SetupError for an address that is none, and for a prefix where files and backups would mix.
 */
export async function openPlace(
  address: string,
  { files, backupStore }: PlaceSettings,
): Promise<BackupPlace> {
  const read = readAddress(address);
  if (read.kind === 'folder') return createDiskPlace(read.path);
  const { bucket, prefix } = read;
  const isFiles = files.s3?.bucket === bucket && files.s3.endpoint === backupStore.endpoint;
  if (isFiles && FILES_OWN.includes(prefix.replace(/(?<=\/).*/, '')))
    throw new SetupError(
      `${address} is where the files themselves are: nothing was done; give backups a prefix of their own, such as s3://${bucket}/backups, or another bucket.`,
    );
  // Its library is large: only who has a bucket loads it.
  const { createS3Place } = await import('./s3-place.ts');
  return createS3Place({ ...backupStore, bucket }, prefix);
}

/** Opens a place for some work, and closes it however that ends. */
export async function withPlace<T>(
  address: string,
  settings: PlaceSettings,
  work: (place: BackupPlace) => Promise<T>,
): Promise<T> {
  const place = await openPlace(address, settings);
  try {
    return await work(place);
  } finally {
    place.close();
  }
}
