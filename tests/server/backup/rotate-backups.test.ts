import { mkdtemp, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ContentHash } from '../../../src/contract/ids.ts';
import { nameBackup, pooledFile } from '../../../src/server/backup/backup-names.ts';
import { writeManifest } from '../../../src/server/backup/manifest.ts';
import { createDiskPlace } from '../../../src/server/backup/places/disk-place.ts';
import { chooseKept, rotateBackups } from '../../../src/server/backup/rotate-backups.ts';

const DAY_MS = 86_400_000;
/** A Friday. */
const TODAY = Date.parse('2026-11-27T02:30:00Z');
const daysAgo = (days: number): string => nameBackup(new Date(TODAY - days * DAY_MS));

test('of a backup each night the last seven stay, and the last of each of four weeks', () => {
  const nightly = Array.from({ length: 60 }, (_, days) => daysAgo(days));
  // This week ends today, the ones before on Sundays: 22, 15 and 8 November.
  expect(chooseKept(nightly)).toEqual([0, 1, 2, 3, 4, 5, 6, 12, 19].map(daysAgo));
});

test('made night after night, what is kept is the same as if all had been there', () => {
  let kept: string[] = [];
  for (let days = 60; days >= 0; days--) kept = chooseKept([...kept, daysAgo(days)]);
  expect(kept).toEqual([0, 1, 2, 3, 4, 5, 6, 12, 19].map(daysAgo));
});

test('of several in a day the last stays, and what is old stays while nothing new comes', () => {
  const morning = 'vitrine-20261127-080000';
  const evening = 'vitrine-20261127-200000';
  expect(chooseKept([morning, evening])).toEqual([evening]);
  const old = ['vitrine-20200101-000000', 'vitrine-20210101-000000', 'vitrine-20220101-000000'];
  expect(chooseKept([...old, evening])).toEqual([evening, ...old.toReversed()]);
  expect(chooseKept([])).toEqual([]);
});

/** A place of two backups, each with a file that only it needs. */
async function openTwo() {
  const root = await mkdtemp(join(tmpdir(), 'vitrine-rotate-'));
  const place = createDiskPlace(root);
  await place.prepare();
  const [older, newer] = [daysAgo(1), daysAgo(0)];
  for (const [name, digit] of [
    [older, 'a'],
    [newer, 'b'],
  ] as const) {
    const hash = ContentHash.parse(digit.repeat(64));
    await place.write(pooledFile(hash), digit);
    await writeManifest(place, name, {
      format: 1,
      version: '1.0.0',
      migration: '0001_first',
      createdAt: new Date(TODAY).toISOString(),
      tables: [],
      sequences: [],
      secret: 'c'.repeat(64),
      kept: [],
      files: [{ hash, bytes: 1 }],
      missing: [],
    });
  }
  const files = async () => {
    const found: string[] = [];
    for await (const { hash } of place.listFiles()) found.push(hash.slice(0, 1));
    return found;
  };
  const rotate = () => rotateBackups(place, newer, new AbortController().signal);
  return { root, place, older, newer, files, rotate };
}

test('a backup that the disk does not give just now is still one, and keeps its files', async () => {
  const { root, place, older, newer, files, rotate } = await openTwo();
  // A link that leads to itself: the disk says neither what it is nor that it is not there.
  await rename(join(root, older), join(root, 'aside'));
  await symlink(older, join(root, older));
  expect((await place.list()).map(({ name }) => name).sort()).toEqual([older, newer]);
  expect(await rotate()).toEqual({ kept: 2, removed: 0 });
  expect(await files()).toEqual(['a', 'b']);

  await rm(join(root, older));
  expect(await rotate()).toEqual({ kept: 1, removed: 0 });
  expect(await files()).toEqual(['b']);
  await rm(root, { recursive: true });
});

test('a place that does not name the backup that was just made loses nothing', async () => {
  const { root, newer, files, rotate } = await openTwo();
  await rename(join(root, newer), join(root, 'aside'));
  await expect(rotate()).rejects.toThrow(`The place of backups (${root}) does not name ${newer}`);
  expect(await files()).toEqual(['a', 'b']);
  await rm(root, { recursive: true });
});
