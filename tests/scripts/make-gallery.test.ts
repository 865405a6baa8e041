import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildKernel } from '../support/trace-host.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Below the cache, where packages are found from. */
const FOLDER = `gallery-test-${process.pid}`;
const cache = join(ROOT, 'node_modules/.cache', FOLDER);

beforeAll(buildKernel);
afterAll(() => rm(cache, { recursive: true, force: true }));

test('the gallery draws a picture of a product that is built in code', async () => {
  const options = [
    '--only=white',
    '--sizes=square',
    '--quality=draft',
    '--scale=0.0625',
    `--folder=${FOLDER}`,
  ];
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/make-gallery.mjs', ...options], {
    cwd: ROOT,
  });
  expect(stdout).toMatch(/^white-square: 64 x 64, \d+ CPU s\n$/);
  const picture = sharp(await readFile(join(cache, 'white-square.png')));
  const { format, width, height } = await picture.metadata();
  expect([format, width, height]).toEqual(['png', 64, 64]);
  const { channels } = await picture.stats();
  expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(5);
});
