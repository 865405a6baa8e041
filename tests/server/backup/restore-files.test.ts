import { createHash } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ContentHash } from '../../../src/contract/ids.ts';
import { createDiskPlace } from '../../../src/server/backup/places/disk-place.ts';
import { restoreFiles } from '../../../src/server/backup/restore-files.ts';
import { createDiskStorage } from '../../../src/server/storage/disk-storage.ts';
import { openFolder } from '../../support/backups.ts';

const never = new AbortController().signal;

test('the first file that cannot be stored ends the others: nothing is written after a restore has failed', async () => {
  const folder = await openFolder();
  const place = createDiskPlace(join(folder.path, 'backups'));
  await place.prepare();
  const files = [];
  for (let index = 0; index < 60; index++) {
    const text = Buffer.from(`file ${index}`);
    const hash = ContentHash.parse(createHash('sha256').update(text).digest('hex'));
    async function* source() {
      yield text;
    }
    await place.addFile('making', hash, source(), never);
    files.push({ hash, bytes: text.byteLength });
  }
  await rm(join(folder.path, 'backups/making'), { recursive: true });
  await mkdir(join(folder.path, 'stored'));
  const disk = await createDiskStorage(join(folder.path, 'stored'));
  let [begun, ended] = [0, 0];
  const storage = {
    ...disk,
    size: async () => null,
    async put(...given: Parameters<typeof disk.put>) {
      begun++;
      if (begun === 3) throw new Error('the store refuses');
      const stored = await disk.put(...given);
      ended++;
      return stored;
    },
  };
  await expect(restoreFiles(storage, place, files, never, () => {})).rejects.toThrow('the store refuses');
  expect(ended).toBe(begun - 1);
  expect(begun).toBeLessThan(files.length);
  await folder.close();
});
