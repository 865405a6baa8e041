import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashFile } from '../../../../src/workers/compute/pictures/hash-file.ts';

test('gives the SHA-256 of the bytes, across pieces', async () => {
  const bytes = new Uint8Array(300_000).map((_, index) => index * 7);
  expect(await hashFile(new Blob([bytes]))).toBe(createHash('sha256').update(bytes).digest('hex'));
  expect(await hashFile(new Blob([]))).toBe(createHash('sha256').digest('hex'));
});
