import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { RecipePicture } from '../../src/contract/files/recipe-picture.ts';
import { readRecipe } from '../../src/workers/compute/archive/read-recipe.ts';
import { writeRecipe } from '../../src/workers/compute/archive/write-recipe.ts';
import { makeRecipe } from '../support/ai-recipe.ts';
import { makeBoxes } from '../support/box-model.ts';
import { linesOf, openVitrine, type Vitrine } from '../support/vitrine.ts';

let vitrine: Vitrine;
let folder: string;
beforeAll(async () => {
  vitrine = await openVitrine();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-recipe-'));
  await writeFile(join(folder, 'box.glb'), makeBoxes([{ name: 'Body', size: [1, 1, 1], centre: [0, 0, 0] }]));
  const wall = sharp({ create: { width: 24, height: 16, channels: 3, background: '#806040' } });
  await wall.jpeg().toFile(join(folder, 'wall.jpg'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const run = (...args: string[]) => vitrine.run(args, folder);
const render = (out: string, ...more: string[]) =>
  run(
    'render',
    'box.glb',
    '--size',
    '64',
    '--quality',
    'draft',
    '--material',
    'Body=Walnut',
    ...more,
    '--out',
    out,
  );
const bytes = (name: string) => readFile(join(folder, name));

test('a picture is made again to the byte, with material, background and lights', async () => {
  await render('a.png', '--background', 'wall.jpg', '--light', 'metal', '--view', '40,20', '--seed', '9');
  expect(await run('recipe', 'a.png', '--out', 'b.png')).toEqual({ code: 0, stdout: '', stderr: 'b.png\n' });
  expect(await bytes('b.png')).toEqual(await bytes('a.png'));
});

test('the product alone is made again as the product alone', async () => {
  await render('a.png', '--background', 'transparent');
  expect((await run('recipe', 'a.png', '--out', 'b.png')).code).toBe(0);
  expect(await bytes('b.png')).toEqual(await bytes('a.png'));
  expect((await sharp(await bytes('b.png')).metadata()).hasAlpha).toBe(true);
});

test('the recipe in a PNG is what the app reads; JPEG and WebP carry the same', async () => {
  const recipes = [];
  for (const format of ['png', 'jpg', 'webp']) {
    expect((await render(`a.${format}`)).code).toBe(0);
    const [line] = linesOf(await run('recipe', `a.${format}`, '--json'));
    const { kind, ...picture } = line!;
    expect(kind).toBe('done');
    recipes.push(RecipePicture.parse(picture));
  }
  const [first, ...others] = recipes;
  for (const other of others) expect(other).toEqual(first);
  expect(await readRecipe(new Blob([await bytes('a.png')]), 'a.png')).toEqual(first);
  expect(first?.recipe.scene.dressings).toMatchObject([{ name: 'Walnut' }]);
});

test('a model that lies elsewhere is named, and found where it is said to be', async () => {
  await render('a.png');
  await mkdir(join(folder, 'models'));
  await rename(join(folder, 'box.glb'), join(folder, 'models/box.glb'));
  const lost = await run('recipe', 'a.png', '--out', 'b.png');
  expect(lost).toMatchObject({ code: 2, stderr: expect.stringMatching(/the model “box\.glb”.*--from/) });
  for (const from of ['models', 'models/box.glb']) {
    expect((await run('recipe', 'a.png', '--from', from, '--out', 'b.png')).code).toBe(0);
    expect(await bytes('b.png')).toEqual(await bytes('a.png'));
    await rm(join(folder, 'b.png'));
  }
});

test('a picture of a batch is made from its own seed', async () => {
  await render('a.png', '--seed', '4');
  await render('c.png', '--seed', '5');
  const { recipe } = await readRecipe(new Blob([await bytes('a.png')]), 'a.png');
  const second = await writeRecipe(new Blob([await bytes('a.png')]), { version: 1, recipe, imageIndex: 1 });
  // Its first text chunk counts: that of the second picture of the batch.
  await writeFile(join(folder, 'second.png'), new Uint8Array(await second.arrayBuffer()));
  expect((await run('recipe', 'second.png', '--out', 'again.png')).code).toBe(0);
  const raw = async (name: string) =>
    sharp(await bytes(name))
      .raw()
      .toBuffer();
  expect(await raw('again.png')).toEqual(await raw('c.png'));
  expect(await raw('again.png')).not.toEqual(await raw('a.png'));
});

test('what has no recipe, or one of AI, is refused in words', async () => {
  const plain = await run('recipe', 'wall.jpg');
  expect(plain).toMatchObject({ code: 1, stdout: '', stderr: '“wall.jpg” carries no recipe of Vitrine.\n' });
  await render('a.png');
  const painted = { version: 1, recipe: makeRecipe(), imageIndex: 0 } as const;
  const png = await sharp(await bytes('wall.jpg'))
    .png()
    .toBuffer();
  const file = await writeRecipe(new Blob([new Uint8Array(png)]), RecipePicture.parse(painted));
  await writeFile(join(folder, 'painted.png'), new Uint8Array(await file.arrayBuffer()));
  expect((await run('recipe', 'painted.png')).code).toBe(0);
  const again = await run('recipe', 'painted.png', '--out', 'b.png');
  expect(again).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^An AI engine painted this picture/),
  });
});
