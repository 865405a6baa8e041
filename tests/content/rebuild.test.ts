import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { drawIcons } from '../../scripts/content/icons.ts';
import { makeMaterial } from '../../scripts/content/library-row.ts';
import { MATERIAL_RECIPES } from '../../scripts/content/material-recipes.ts';
import { writeSample } from '../../scripts/content/sample/write-sample.ts';

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test('the scripts make the committed sample again, byte for byte', async () => {
  expect(hash(await writeSample())).toBe(hash(await readFile('content/sample.glb')));
});

test('the scripts make a committed texture and its row again, byte for byte', async () => {
  const { row, files } = await makeMaterial(
    MATERIAL_RECIPES.find(({ slug }) => slug === 'brushed-aluminium')!,
  );
  expect(files.size).toBeGreaterThan(1);
  for (const [file, bytes] of files)
    expect(hash(bytes), file).toBe(hash(await readFile(join('content', file))));
  expect(JSON.parse(await readFile('content/library.json', 'utf8'))).toContainEqual(row);
});

test('the scripts make the committed icons again, byte for byte', async () => {
  for (const [name, bytes] of await drawIcons()) {
    expect(hash(bytes), name).toBe(hash(await readFile(`public/icons/${name}`)));
  }
});
