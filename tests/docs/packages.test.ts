import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

test('CONTRIBUTING says of every package what it is for, and of none that is not here', () => {
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  ) as Record<'dependencies' | 'devDependencies', Record<string, string>>;
  const used = Object.keys({ ...dependencies, ...devDependencies }).filter(
    (name) => !name.startsWith('@types/'),
  );
  const [, chapter = ''] = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8').split('\n## Packages\n');
  const given = /^Given are (.+?)\. /ms.exec(chapter)?.[1]?.split(/,\s+|\s+and\s+/) ?? [];
  const listed = [...chapter.matchAll(/^\| ([@a-z][^|]*) \|/gm)].flatMap(([, names = '']) =>
    names.split(', '),
  );
  expect([...given, ...listed].sort()).toEqual(used.sort());
});
