import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSheet } from '../../../src/command/sheet/read-sheet.ts';

test.each([
  ['semicolons', 'model;size;Price, EUR;file\ncube.glb;64;9,90;a.png'],
  ['tabs', 'model\tfile\tsize\tPrice, EUR; net\ncube.glb\ta.png\t64\t9,90'],
  ['commas', '"Price; EUR\tnet",model,file,size\n"9;90",cube.glb,a.png,64'],
  ['semicolons and quotes', '"model";"file";"Width, mm\nor ""size""";size\n"cube.glb";"a.png";;64'],
])('a heading may have what other sheets are parted by: %s', async (_, text) => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-sheet-'));
  const path = join(folder, 'sheet.csv');
  await writeFile(path, text);
  const { rows } = await readSheet(path);
  expect(rows).toMatchObject([{ file: 'a.png', problem: null, wish: { model: 'cube.glb', size: '64' } }]);
  await rm(folder, { recursive: true });
});
