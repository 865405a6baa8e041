import { expect, test } from 'vitest';
import { nameBackup } from '../../../src/server/backup/backup-names.ts';
import { chooseKept } from '../../../src/server/backup/rotate-backups.ts';

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
