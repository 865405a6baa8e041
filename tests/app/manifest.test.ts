import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { SHARE_FIELD, SHARE_PATH } from '../../src/contract/share-target.ts';

const ROOT = join(import.meta.dirname, '../..');
const manifest = JSON.parse(await readFile(join(ROOT, 'manifest.webmanifest'), 'utf8'));
/** Of each screenshot: an installation dialog is no place to wait. */
const MAX_BYTES = 150_000;

test('pictures that the manifest names are there in the sizes that it says', async () => {
  for (const { src, sizes } of [...manifest.icons, ...manifest.screenshots]) {
    // Of bytes: beside tests of the server, which forbids sharp to open files, this one runs in one process with them.
    const { width, height } = await sharp(await readFile(join(ROOT, 'public', src))).metadata();
    expect(`${width}x${height}`, src).toBe(sizes);
  }
});

test('there are screenshots for wide and narrow windows, as browsers ask for them', async () => {
  const forms = manifest.screenshots.map(({ form_factor }: { form_factor: string }) => form_factor);
  expect(forms).toEqual(['wide', 'wide', 'narrow', 'narrow']);
  for (const { src, sizes, label } of manifest.screenshots) {
    const [width = 0, height = 0] = sizes.split('x').map(Number);
    expect(label).not.toBe('');
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(320);
    expect(Math.max(width, height)).toBeLessThanOrEqual(Math.min(3_840, 2.3 * Math.min(width, height)));
    expect((await stat(join(ROOT, 'public', src))).size, src).toBeLessThan(MAX_BYTES);
  }
});

test('what is shared goes where the service worker takes it', () => {
  const { action, method, enctype, params } = manifest.share_target;
  expect([action, method, enctype]).toEqual([SHARE_PATH, 'POST', 'multipart/form-data']);
  expect(params.files.map(({ name }: { name: string }) => name)).toEqual([SHARE_FIELD]);
});
