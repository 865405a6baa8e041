import { access, constants, statfs } from 'node:fs/promises';
import { AppError } from '../../contract/failure.ts';

/** How long an answer of the disk counts. */
const FRESH_MS = 2_000;

/** The room that is left on the disk of DATA_DIR. */
export interface DiskWatch {
  /** Bytes; null where the system does not say. */
  freeBytes(): Promise<number | null>;
  /** Whether there is so little left that nothing large is taken any more. */
  isLow(): Promise<boolean>;
  /** Whether it takes no writes at all, as one does that its system found faulty. */
  isReadOnly(): Promise<boolean>;
  /** @throws AppError `storage-full` while it is low, `server-unready` while it is read-only. */
  checkRoom(): Promise<void>;
}

/** @param lowBytes With less free space the disk counts as full, which leaves room for running work; 0: never. */
export function watchDisk(folder: string, lowBytes: number): DiskWatch {
  let known: { readonly bytes: Promise<number | null>; readonly at: number } | null = null;
  const freeBytes = (): Promise<number | null> => {
    if (known === null || Date.now() - known.at > FRESH_MS) {
      const bytes = statfs(folder).then(
        ({ bavail, bsize }) => bavail * bsize,
        () => null,
      );
      known = { bytes, at: Date.now() };
    }
    return known.bytes;
  };
  const isLow = async (): Promise<boolean> => {
    const bytes = await freeBytes();
    return bytes !== null && bytes < lowBytes;
  };
  const isReadOnly = (): Promise<boolean> =>
    access(folder, constants.W_OK).then(
      () => false,
      () => true,
    );
  return {
    freeBytes,
    isLow,
    isReadOnly,
    async checkRoom() {
      if (await isReadOnly()) throw new AppError({ code: 'server-unready' });
      if (await isLow()) throw new AppError({ code: 'storage-full' });
    },
  };
}
