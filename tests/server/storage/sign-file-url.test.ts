import { expect, test } from 'vitest';
import { ContentHash } from '../../../src/contract/ids.ts';
import { createFileSeals } from '../../../src/server/storage/sign-file-url.ts';

const HASH = ContentHash.parse('a'.repeat(64));
const KEY = Buffer.from('secret');
const HOUR_MS = 3_600_000;
const NOON = Date.UTC(2026, 10, 21, 12);
const [ADA, BEN] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];

function partsOf(url: string) {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  return {
    hash: pathname.slice('/files/'.length),
    session: searchParams.get('session') ?? undefined,
    expires: Number(searchParams.get('expires')),
    signature: searchParams.get('signature') ?? '',
  };
}

test('the address of a session is the same for half a day and another in the next', () => {
  let now = NOON;
  const urls = createFileSeals(KEY, () => new Date(now)).of(ADA);
  const first = urls.sign(HASH);
  now = NOON + 11 * HOUR_MS;
  expect(urls.sign(HASH)).toBe(first);
  now = NOON + 12 * HOUR_MS;
  expect(urls.sign(HASH)).not.toBe(first);
});

test('it works for two hours at least and for fourteen at most', () => {
  let now = NOON;
  const seals = createFileSeals(KEY, () => new Date(now));
  const early = partsOf(seals.of(ADA).sign(HASH));
  now = NOON + 12 * HOUR_MS - 1;
  const late = partsOf(seals.of(ADA).sign(HASH));
  expect(late).toEqual(early);
  now = NOON + 14 * HOUR_MS;
  expect(seals.verify(early)).toBe(true);
  now += 1;
  expect(seals.verify(early)).toBe(false);
});

test('no other file, session, time or instance can use the signature', () => {
  const seals = createFileSeals(KEY, () => new Date(NOON));
  const address = partsOf(seals.of(ADA).sign(HASH));
  expect(seals.verify(address)).toBe(true);
  expect(seals.verify({ ...address, hash: 'b'.repeat(64) })).toBe(false);
  expect(seals.verify({ ...address, session: BEN })).toBe(false);
  expect(seals.verify({ ...address, session: undefined })).toBe(false);
  expect(seals.verify({ ...address, expires: address.expires + 1 })).toBe(false);
  expect(seals.verify({ ...address, signature: `${address.signature}x` })).toBe(false);
  expect(seals.verify({ ...address, expires: Number.NaN })).toBe(false);
  expect(createFileSeals(Buffer.from('other'), () => new Date(NOON)).verify(address)).toBe(false);
});

test('what everybody sees has one address, which is nobody’s', () => {
  const seals = createFileSeals(KEY, () => new Date(NOON));
  const shared = seals.of(ADA).sign(HASH, 'all');
  expect(seals.of(BEN).sign(HASH, 'all')).toBe(shared);
  expect(seals.of(BEN).sign(HASH)).not.toBe(seals.of(ADA).sign(HASH));
  expect(seals.verify(partsOf(shared))).toBe(true);
  expect(seals.verify({ ...partsOf(shared), session: ADA })).toBe(false);
});
