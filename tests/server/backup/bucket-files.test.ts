import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { makeBackup } from '../../../src/server/backup/make-backup.ts';
import { createDiskPlace } from '../../../src/server/backup/places/disk-place.ts';
import { openStorages } from '../../../src/server/storage/open-storage.ts';
import { readBytes } from '../../../src/server/storage/read-bytes.ts';
import { recordFile } from '../../../src/server/storage/store-file.ts';
import { openFolder, openRentedDatabase, restoreInto } from '../../support/backups.ts';
import { startS3 } from '../../support/s3/start-s3.ts';
import { TEST_SECRET, testConfig } from '../../support/server.ts';
import { openTestDatabase } from '../../support/test-database.ts';

test('files of a bucket and of the disk before it are backed up, and restored into an empty bucket', async () => {
  const [from, to, folder, config, database] = await Promise.all([
    startS3(),
    startS3(),
    openFolder(),
    testConfig(),
    openTestDatabase(),
  ]);
  const { fresh, old, whole, close } = await openStorages(config.dataDir, {
    s3: from.settings,
    kind: 's3',
    publicEndpoint: null,
  });
  const texts = Array.from({ length: 20 }, (_, at) => `picture ${at} ${'x'.repeat(at * 10_000)}`);
  for (const [at, text] of texts.entries()) {
    const stored = await (at % 2 === 0 ? fresh : (old ?? fresh)).put(Buffer.from(text));
    await recordFile(database.db, stored, { contentType: 'image/webp' });
  }
  const source = {
    connection: database.connection,
    storage: whole,
    origin: 'hand' as const,
    config: { ...config, jwtSecret: TEST_SECRET },
  };
  const made = await makeBackup(
    source,
    createDiskPlace(folder.path),
    () => new Date(),
    new AbortController().signal,
  );
  expect(made).toMatchObject({ copied: texts.length, manifest: { missing: [] } });
  expect(await from.keys()).toHaveLength(texts.length / 2);

  const here = await testConfig({ files: { s3: to.settings, kind: 's3', publicEndpoint: null } });
  const rented = await openRentedDatabase();
  await restoreInto(folder.path, rented.url, here);
  expect(await to.keys()).toHaveLength(texts.length);
  const restored = await openStorages(here.dataDir, here.files);
  const read = await Promise.all(
    (made.manifest.files ?? []).map(async ({ hash }) =>
      Buffer.from(await readBytes(restored.fresh, hash)).toString(),
    ),
  );
  expect(read.sort()).toEqual(texts.sort());
  close();
  restored.close();
  await Promise.all([database.close(), rented.database.close(), from.stop(), to.stop(), folder.close()]);
  await Promise.all([config, here].map(({ dataDir }) => rm(dataDir, { recursive: true })));
});
