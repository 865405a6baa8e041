import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { makeMaterial } from '../../scripts/content/library-row.ts';
import { MATERIAL_RECIPES } from '../../scripts/content/material-recipes.ts';
import { writeSample } from '../../scripts/content/sample/write-sample.ts';
import { bundle } from '../support/bundle.ts';

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
  // In a process of its own: that of the tests reads no SVG (`close-loaders.ts`).
  const folder = await bundle('draw-icons', { icons: 'scripts/content/icons.ts' });
  const program = `
    import { drawIcons } from ${JSON.stringify(pathToFileURL(join(folder, 'icons.js')))};
    for (const [name, bytes] of await drawIcons()) console.log(name, bytes.toString('base64'));`;
  const options = ['--input-type=module', '--eval', program];
  const { stdout } = await promisify(execFile)(process.execPath, options, { maxBuffer: 2 ** 24 });
  const drawn = stdout.trim().split('\n');
  expect(drawn.length).toBeGreaterThan(3);
  for (const [name = '', bytes = ''] of drawn.map((line) => line.split(' ')))
    expect(hash(Buffer.from(bytes, 'base64')), name).toBe(hash(await readFile(`public/icons/${name}`)));
});
