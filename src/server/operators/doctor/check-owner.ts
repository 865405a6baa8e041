import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { inTime } from '../../process/wait.ts';
import { describeShared, findShared } from '../../storage/meet-store.ts';
import { createS3Storage } from '../../storage/s3-storage.ts';
import { createDiskSigns } from '../../storage/stored-place.ts';
import { type Finding, ok, warn } from './finding.ts';

const PATIENCE_MS = 15_000;

/** Whether the files are of this database alone. Of a store that does not answer another check tells. */
export async function checkOwner(
  { dataDir, files: { s3 } }: Pick<Config, 'dataDir' | 'files'>,
  instance: string | null,
): Promise<Finding[]> {
  if (instance === null) return [];
  const address = join(dataDir, 'files');
  const disk = { address, ...createDiskSigns(address) };
  const bucket = s3 === null ? null : createS3Storage(s3, join(dataDir, 'incoming'));
  try {
    const shared = await inTime(PATIENCE_MS, findShared([disk, ...(bucket?.places ?? [])], instance));
    if (shared.length === 0) return [ok('owner', 'The files are of this database alone.')];
    return shared.map((one) => {
      const [found = '', todo = ''] = describeShared(one).split('; ');
      return warn('owner', `${found}.`, `${todo.slice(0, 1).toUpperCase()}${todo.slice(1)}`);
    });
  } catch {
    return [];
  } finally {
    bucket?.close();
  }
}
