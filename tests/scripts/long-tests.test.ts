import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';

const ROOT = join(import.meta.dirname, '../..');

test('every file of tests that is left to the whole run is there, once', () => {
  const paths = z
    .array(z.string())
    .parse(JSON.parse(readFileSync(join(ROOT, 'scripts/long-tests.json'), 'utf8')));
  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  expect(new Set(paths).size).toBe(paths.length);
});
