import { basename, extname } from 'node:path/posix';
import { LIBRARY_NAME_MAX_LENGTH } from '../../contract/constants.ts';
import { AppError, type Failure } from '../../contract/failure.ts';
import type { ArchiveError } from '../../contract/failure-reasons.ts';
import { groupMaps, type MapRole, type PictureGroup } from '../../contract/files/group-maps.ts';
import type { Services } from '../deps.ts';
import { failureResponse } from '../http/failure-response.ts';
import type { PictureLane, Pictures } from '../images/pictures.ts';
import type { Storage } from '../storage/storage.ts';
import type { Asked, Claim } from '../work/work-processes.ts';
import { type ArchiveFile, withArchive } from './read-archive.ts';
import { type ItemFile, type StoredItem, storeItem } from './store-item.ts';

interface ArchiveItem {
  readonly name: string;
  /** Of its colour in the archive. */
  readonly path: string;
  readonly stored: StoredItem;
  readonly metalness: number;
}

/** What became of an archive: what can be materials, and why the other files cannot. */
export interface PreparedArchive {
  readonly items: readonly ArchiveItem[];
  readonly errors: readonly ArchiveError[];
}

/** A file with its name without folders. */
interface NamedEntry {
  readonly name: string;
  readonly path: string;
  readonly read: () => Promise<Uint8Array>;
}

/**
 * Prepares every picture of a ZIP on disk, those of one material together. An item is taken whole or not at all.
 *
 * @param whose Whose turn it is, picture by picture.
 * @throws AppError `archive-refused` when the ZIP, or every file in it, is refused; `storage-full`.
 */
export async function prepareArchive(
  path: string,
  { storage, pictures: workers }: Pick<Services, 'storage' | 'pictures'>,
  whose: Omit<Claim<PictureLane>, 'lane'>,
): Promise<PreparedArchive> {
  const work = workers.workFor({ ...whose, lane: 'upload' });
  const items: ArchiveItem[] = [];
  const errors: ArchiveError[] = [];
  await withArchive(path, async (files) => {
    const entries = files.flatMap((file) => ('failure' in file ? [] : [nameEntry(file)]));
    for (const file of files) if ('failure' in file) errors.push(reportEntry(file.path, file.failure));
    for (const group of groupMaps(entries)) {
      try {
        items.push(await prepareItem(group, work, storage));
      } catch (error) {
        if (!(error instanceof AppError) || error.failure.code === 'storage-full') throw error;
        errors.push(reportEntry(group.file.path, error.failure));
        continue;
      }
      for (const { file } of group.unused) {
        errors.push(
          reportEntry(file.path, { code: 'archive-entry-refused', name: file.path, reason: 'map' }),
        );
      }
    }
  });
  if (items.length === 0) {
    const reason = errors.length === 0 ? 'no-pictures' : 'nothing-taken';
    throw new AppError({ code: 'archive-refused', reason, errors });
  }
  return { items, errors };
}

function nameEntry({ path, read }: Extract<ArchiveFile, { read: unknown }>): {
  file: NamedEntry;
  folder: string | null;
} {
  return { file: { name: basename(path), path, read }, folder: path.split('/').at(-2) ?? null };
}

async function prepareItem(
  { file, name: material, maps }: PictureGroup<NamedEntry>,
  work: Asked<Pictures>,
  storage: Storage,
): Promise<ArchiveItem> {
  const name = material ?? (basename(file.name, extname(file.name)).trim() || file.name);
  if (name.length > LIBRARY_NAME_MAX_LENGTH) {
    const problem = `Filename is too long (${name.length} characters). Maximum allowed: ${LIBRARY_NAME_MAX_LENGTH} characters.`;
    throw new AppError({ code: 'invalid-request', fields: { name: problem } });
  }
  const find = (role: MapRole): ItemFile | undefined => {
    const map = maps.find((one) => one.role === role);
    return map && { name: map.file.path, read: map.file.read, reading: map.reading };
  };
  const metal = find('metalness');
  const metalness =
    metal === undefined ? 0 : await work.averageMap(metal.read, metal.name, metal.reading ?? 'asIs');
  const image = { name: file.path, read: file.read };
  const shape = { normal: find('normal'), roughness: find('roughness') };
  return {
    name,
    path: file.path,
    stored: await storeItem(work, storage, image, shape, metalness),
    metalness,
  };
}

/** What the answer says of an entry that is not taken. */
export function reportEntry(file: string, failure: Failure): ArchiveError {
  const { code } = failure;
  const error = failureResponse(failure).body.detail;
  return { file, error, code, ...(code === 'archive-entry-refused' ? { reason: failure.reason } : {}) };
}
