import { expect, test } from 'vitest';
import { ContentHash } from '../../../src/contract/ids.ts';
import { createFileUrls } from '../../../src/server/storage/sign-file-url.ts';

const HASH = ContentHash.parse('a'.repeat(64));
const KEY = Buffer.from('secret');
const DAY_MS = 86_400_000;
const NOON = Date.UTC(2026, 10, 21, 12);

function partsOf(url: string) {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  return {
    hash: pathname.slice('/files/'.length),
    expires: Number(searchParams.get('expires')),
    signature: searchParams.get('signature') ?? '',
  };
}

test('the address is the same all day and another the next', () => {
  let now = NOON;
  const urls = createFileUrls(KEY, () => new Date(now));
  const first = urls.sign(HASH);
  now = NOON + DAY_MS / 3;
  expect(urls.sign(HASH)).toBe(first);
  now = NOON + DAY_MS;
  expect(urls.sign(HASH)).not.toBe(first);
});

test('it works for one day at least and for two at most', () => {
  let now = NOON;
  const urls = createFileUrls(KEY, () => new Date(now));
  const { hash, expires, signature } = partsOf(urls.sign(HASH));
  now = NOON + DAY_MS;
  expect(urls.verify(hash, expires, signature)).toBe(true);
  now = NOON + 2 * DAY_MS;
  expect(urls.verify(hash, expires, signature)).toBe(false);
});

test('no other file, time or instance can use the signature', () => {
  const urls = createFileUrls(KEY, () => new Date(NOON));
  const { hash, expires, signature } = partsOf(urls.sign(HASH));
  expect(urls.verify('b'.repeat(64), expires, signature)).toBe(false);
  expect(urls.verify(hash, expires + 1, signature)).toBe(false);
  expect(urls.verify(hash, expires, `${signature}x`)).toBe(false);
  expect(urls.verify(hash, Number.NaN, signature)).toBe(false);
  expect(createFileUrls(Buffer.from('other'), () => new Date(NOON)).verify(hash, expires, signature)).toBe(
    false,
  );
});
