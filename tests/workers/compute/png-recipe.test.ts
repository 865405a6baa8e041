import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { PICTURE_MAX_PX, RECIPE_KEYWORD, RECIPE_MAX_BYTES } from '../../../src/contract/constants.ts';
import { readRecipe } from '../../../src/workers/compute/archive/read-recipe.ts';
import { writeRecipe } from '../../../src/workers/compute/archive/write-recipe.ts';
import { makeRecipe } from '../../support/ai-recipe.ts';

const create = {
  width: 8,
  height: 6,
  channels: 4,
  background: { r: 200, g: 10, b: 90, alpha: 0.25 },
} as const;
const plain = new Uint8Array(await sharp({ create }).png().toBuffer());
const picture = {
  version: 1,
  recipe: makeRecipe({ positivePrompt: 'una silla ñandú “日本” 🪑' }),
  imageIndex: 2,
} as const;
const IHDR_END = 33;

/** The PNG with a chunk behind its header. */
function withChunk(type: string, data: Uint8Array | string, isSumRight = true): Blob {
  const body = Buffer.concat([Buffer.from(type), Buffer.from(data)]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length - 4);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(isSumRight ? crc32(body) : 1);
  const png = Buffer.from(plain);
  return new Blob([Buffer.concat([png.subarray(0, IHDR_END), length, body, sum, png.subarray(IHDR_END)])]);
}
const text = (json: string) => withChunk('iTXt', `${RECIPE_KEYWORD}\0\0\0\0\0${json}`);
const compressed = (json: string) =>
  withChunk('iTXt', Buffer.concat([Buffer.from(`${RECIPE_KEYWORD}\0\x01\0\0\0`), deflateSync(json)]));
const refused = (reason: string) => ({ failure: { code: 'recipe-unreadable', name: 'a.png', reason } });

test('the recipe comes back as it was, and the picture keeps every byte', async () => {
  const written = await writeRecipe(new Blob([plain]), picture);
  expect(written.type).toBe('image/png');
  expect(await readRecipe(written, 'a.png')).toEqual(picture);
  const bytes = Buffer.from(await written.arrayBuffer());
  // Nothing of the old file is another, and a reader that checks sums takes the new one.
  expect(Buffer.concat([bytes.subarray(0, IHDR_END), bytes.subarray(-(plain.length - IHDR_END))])).toEqual(
    Buffer.from(plain),
  );
  const pixels = await sharp(bytes).raw().toBuffer();
  expect(pixels).toEqual(await sharp(plain).raw().toBuffer());
  const body = bytes.subarray(IHDR_END + 4, -(plain.length - IHDR_END) - 4);
  expect(bytes.readUInt32BE(IHDR_END + 4 + body.length)).toBe(crc32(body));
});

test('a chunk that another program compressed is read', async () => {
  expect(await readRecipe(compressed(JSON.stringify(picture)), 'a.png')).toEqual(picture);
});

test('no address and no name of a person is in it', async () => {
  const words = Buffer.from(await (await writeRecipe(new Blob([plain]), picture)).arrayBuffer()).toString();
  expect(words).not.toMatch(/https?:|\/files\/|signature|token|@/);
});

test('a chunk that another program moved behind the picture is found', async () => {
  const written = new Uint8Array(await (await writeRecipe(new Blob([plain]), picture)).arrayBuffer());
  const chunk = written.subarray(IHDR_END, written.length - (plain.length - IHDR_END));
  const end = plain.length - 12;
  const moved = new Blob([plain.slice(0, end), chunk.slice(), plain.slice(end)]);
  expect((await readRecipe(moved, 'a.png')).imageIndex).toBe(2);
});

test.each<[string, Blob, string]>([
  ['a picture without one', new Blob([plain]), 'none'],
  ['text of another program', withChunk('tEXt', 'Software\0Somebody'), 'none'],
  ['what is no PNG', new Blob(['<html>']), 'not-a-png'],
  ['an empty file', new Blob([]), 'not-a-png'],
  ['a file that is cut off in the chunk', text(JSON.stringify(picture)).slice(0, 200), 'none'],
  ['bad JSON', text('{"version":1,'), 'damaged'],
  ['JSON that is no recipe', text('["vitrine"]'), 'damaged'],
  ['a recipe that lacks a part', text('{"version":1,"imageIndex":0,"recipe":{"version":1}}'), 'damaged'],
  ['numbers out of their range', text(JSON.stringify({ ...picture, imageIndex: 99 })), 'damaged'],
  [
    'a path instead of a hash',
    text(JSON.stringify(picture).replace(picture.recipe.scene.modelHash, '../../etc/passwd')),
    'damaged',
  ],
  [
    'text that is no UTF-8',
    withChunk('iTXt', Buffer.from(`${RECIPE_KEYWORD}\0\0\0\0\0"\xff"`, 'latin1')),
    'damaged',
  ],
  ['a compressed chunk that is none', withChunk('iTXt', `${RECIPE_KEYWORD}\0\x01\0\0\0x`), 'damaged'],
  ['one that is longer than a recipe', compressed(' '.repeat(RECIPE_MAX_BYTES + 1)), 'too-large'],
  ['a chunk without its ends', withChunk('iTXt', `${RECIPE_KEYWORD}\0\0\0{}`), 'damaged'],
  ['a wrong sum', withChunk('iTXt', `${RECIPE_KEYWORD}\0\0\0\0\0{}`, false), 'damaged'],
  ['a later version', text(JSON.stringify({ ...picture, version: 2 })), 'other-version'],
  ['a huge text', text(' '.repeat(RECIPE_MAX_BYTES)), 'too-large'],
])('%s is refused', async (_name, file, reason) => {
  await expect(readRecipe(file, 'a.png')).rejects.toMatchObject(refused(reason));
});

test('what is no PNG takes no recipe', async () => {
  await expect(writeRecipe(new Blob(['GIF89a']), picture)).rejects.toMatchObject({
    failure: { code: 'image-unreadable' },
  });
});

test('the largest picture that is made gives its recipe back, without any compression; a larger file is refused', async () => {
  // A byte before each row says its filter.
  const pixels = PICTURE_MAX_PX * (PICTURE_MAX_PX * 3 + 1);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(pixels);
  head.write('IDAT', 4);
  const start = plain.slice(0, IHDR_END);
  const largest = new Blob([start, head, new Uint8Array(pixels), new Uint8Array(4), plain.slice(-12)]);
  const written = await writeRecipe(largest, picture);
  expect(await readRecipe(written, 'a.png')).toEqual(picture);
  const more = new Blob([written, new Uint8Array(10_000_000)]);
  await expect(readRecipe(more, 'a.png')).rejects.toMatchObject(refused('too-large'));
});
