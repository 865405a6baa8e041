import { basename, extname } from 'node:path/posix';
import { LIBRARY_NAME_MAX_LENGTH } from '../../contract/constants.ts';
import { AppError, type ArchiveError, type Failure } from '../../contract/failure.ts';
import { failureResponse } from '../failure-response.ts';
import type { PictureLane, Pictures } from '../images/pictures.ts';
import type { Services } from '../open-services.ts';
import type { Storage } from '../storage/storage.ts';
import type { Asked, Claim } from '../work/work-processes.ts';
import { type ArchiveFile, readArchive } from './read-archive.ts';
import { type StoredPicture, storePicture } from './store-picture.ts';

interface ArchivePicture {
  readonly name: string;
  /** In the archive. */
  readonly path: string;
  readonly picture: StoredPicture;
}

/** What became of an archive: pictures that can be materials, and why the others cannot. */
export interface PreparedArchive {
  readonly pictures: readonly ArchivePicture[];
  readonly errors: readonly ArchiveError[];
}

/**
 * Prepares every picture of a ZIP on disk. A picture is taken whole or not at all.
 *
 * @param whose Whose turn it is, picture by picture.
 * @throws AppError `archive-refused` when the ZIP, or every file in it, is refused; `storage-full`.
 */
export async function prepareArchive(
  path: string,
  { storage, pictures: desk }: Pick<Services, 'storage' | 'pictures'>,
  whose: Omit<Claim<PictureLane>, 'lane'>,
): Promise<PreparedArchive> {
  const work = desk.workFor({ ...whose, lane: 'upload' });
  const pictures: ArchivePicture[] = [];
  const errors: ArchiveError[] = [];
  for await (const file of readArchive(path)) {
    try {
      pictures.push(await prepareFile(file, work, storage));
    } catch (error) {
      if (!(error instanceof AppError) || error.failure.code === 'storage-full') throw error;
      errors.push(reportEntry(file.path, error.failure));
    }
  }
  if (pictures.length === 0) {
    const reason = errors.length === 0 ? 'no-pictures' : 'nothing-taken';
    throw new AppError({ code: 'archive-refused', reason, errors });
  }
  return { pictures, errors };
}

async function prepareFile(
  file: ArchiveFile,
  work: Asked<Pictures>,
  storage: Storage,
): Promise<ArchivePicture> {
  if ('failure' in file) throw new AppError(file.failure);
  const whole = basename(file.path);
  const name = basename(whole, extname(whole)).trim() || whole;
  if (name.length > LIBRARY_NAME_MAX_LENGTH) {
    const problem = `Filename is too long (${name.length} characters). Maximum allowed: ${LIBRARY_NAME_MAX_LENGTH} characters.`;
    throw new AppError({ code: 'invalid-request', fields: { name: problem } });
  }
  const picture = await work.preparePicture(file.bytes, file.path);
  return { name, path: file.path, picture: await storePicture(storage, picture) };
}

/** What the answer says of an entry that is not taken. */
export function reportEntry(file: string, failure: Failure): ArchiveError {
  const { code } = failure;
  const error = failureResponse(failure).body.detail;
  return { file, error, code, ...(code === 'archive-entry-refused' ? { reason: failure.reason } : {}) };
}
