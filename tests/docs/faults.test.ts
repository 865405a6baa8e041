import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const rows = readFileSync(join(ROOT, 'docs/faults.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| \d+ \|/.test(line))
  .map((line) => line.split(' | '));

test('all 33 faults are listed, in their order', () => {
  expect(rows.map(([number]) => Number(number?.replace('|', '')))).toEqual(
    Array.from({ length: 33 }, (_, index) => index + 1),
  );
});

test.each(rows.map(([number, what, where]) => [number?.replace('| ', ''), what, where] as const))(
  'fault %s, %s, is tried by tests that are there',
  (_number, _what, where = '') => {
    const cited = [...where.matchAll(/`([^`]+)` ("[^`]+")/g)];
    expect(cited.length).toBeGreaterThan(0);
    for (const [, file = '', names = ''] of cited) {
      const text = readFileSync(join(ROOT, file), 'utf8');
      for (const [, name = ''] of names.matchAll(/"([^"]+)"/g)) expect(text, file).toContain(name);
    }
  },
);
