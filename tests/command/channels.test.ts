import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { sizeForChannel } from '../../src/command/options/read-channel.ts';
import { fitChannel } from '../../src/command/output/fit-channel.ts';
import { CHANNEL_PRESETS } from '../../src/contract/files/channel-presets.ts';
import { RenderSpec } from '../../src/contract/render-spec.ts';
import { makeBoxes } from '../support/box-model.ts';
import { openVitrine, type Vitrine } from '../support/vitrine.ts';

let vitrine: Vitrine;
let folder: string;
beforeAll(async () => {
  vitrine = await openVitrine();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-channels-'));
  const box = (name: string, x: number) => makeBoxes([{ name, size: [x, 1, 1], centre: [0, 0, 0] }]);
  await writeFile(join(folder, 'bar.glb'), box('Bar', 3));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const run = (...args: string[]) => vitrine.run(args, folder);
const write = (name: string, text: string) => writeFile(join(folder, name), text);
const read = (name: string) => readFile(join(folder, name), 'utf8');
const recipeOf = async (name: string) => RenderSpec.parse(JSON.parse((await run('recipe', name)).stdout));

const sizeOf = async (name: string) => {
  const { width, height, hasAlpha } = await sharp(await readFile(join(folder, name))).metadata();
  return { width, height, hasAlpha };
};

test('a row of a channel has its exact size, and is made again only where the sheet says otherwise', async () => {
  const head = 'model,channel,quality,file';
  await write('sheet.csv', [head, 'bar.glb,Amazon,draft,a.jpg'].join('\n'));
  const { code, stderr } = await run('batch', 'sheet.csv');
  expect({ code, stderr }).toEqual({ code: 0, stderr: 'a.jpg\n' });
  expect(await sizeOf('a.jpg')).toEqual({ width: 2000, height: 2000, hasAlpha: false });
  const amazon = await readFile(join(folder, 'a.jpg'));
  const corner = await sharp(amazon).extract({ left: 0, top: 0, width: 40, height: 40 }).raw().toBuffer();
  expect(Math.min(...corner)).toBe(255);
  const times = async () => (await stat(join(folder, 'a.jpg'))).mtimeMs;
  const before = await times();
  expect((await run('batch', 'sheet.csv')).code).toBe(0);
  expect(await times()).toEqual(before);
});

test.each(Object.entries(CHANNEL_PRESETS))(
  'a picture becomes exactly what %s asks for',
  async (_, preset) => {
    const { width, height } = sizeForChannel(preset);
    expect([width % 8, height % 8]).toEqual([0, 0]);
    expect(width / height).toBe(preset.widthPx / preset.heightPx);
    const isWhite = preset.ground === 'white';
    const ground = { r: 10, g: 200, b: 90, alpha: isWhite ? 0 : 1 };
    const product = await sharp({ create: { width: 300, height: 100, channels: 4, background: '#802010' } })
      .png()
      .toBuffer();
    const picture = await sharp({ create: { width, height, channels: 4, background: ground } })
      .composite([{ input: product, left: 20, top: 700 }])
      .png()
      .toBuffer();
    const fitted = sharp(await fitChannel(picture, preset));
    const { data, info } = await fitted.removeAlpha().raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([preset.widthPx, preset.heightPx]);
    const colourAt = (x: number, y: number) => [
      ...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3),
    ];
    const middle = [info.width >> 1, info.height >> 1] as const;
    expect(colourAt(3, 3)).toEqual(isWhite ? [255, 255, 255] : [10, 200, 90]);
    if (!isWhite) return;
    // 85 % of the frame, in its middle.
    expect(colourAt(...middle)).toEqual([128, 32, 16]);
    const row = Array.from({ length: info.width }, (_unused, x) => (colourAt(x, middle[1])[0] ?? 255) < 200);
    expect(Math.abs(row.filter(Boolean).length - 0.85 * info.width)).toBeLessThanOrEqual(3);
    expect(Math.abs(row.indexOf(true) - 0.075 * info.width)).toBeLessThanOrEqual(3);
  },
);

test('a look dresses and lights before the cells of its row do', async () => {
  await write(
    'warm.json',
    JSON.stringify({ materials: { Bar: 'Walnut', Handle: 'Brass' }, background: '#102030', light: 'soft' }),
  );
  await write(
    'sheet.csv',
    [
      'model,look,materials,background,light,size,quality,file',
      'bar.glb,warm.json,,,,64,draft,look.png',
      'bar.glb,warm.json,*=Oak,#ffffff,,64,draft,own.png',
    ].join('\n'),
  );
  const made = await run('batch', 'sheet.csv');
  expect(made.code).toBe(0);
  // One of the look's parts is not there: that is said, and the rest is worn.
  expect(
    made.stderr.match(/The model has no part “Handle”, of which the look warm\.json speaks\./g),
  ).toHaveLength(2);
  const [look, own] = [await recipeOf('look.png'), await recipeOf('own.png')];
  expect(look).toMatchObject({ background: { kind: 'colour', colour: '#102030' } });
  expect(look.scene).toMatchObject({ dressings: [{ name: 'Walnut' }], lightRig: { preset: 'soft' } });
  expect(own).toMatchObject({ background: { kind: 'colour', colour: '#ffffff' } });
  expect(own.scene).toMatchObject({ dressings: [{ name: 'Oak' }], lightRig: { preset: 'soft' } });
});

test('what is wrong with a look or a channel is a sentence of its row', async () => {
  await write('cut.json', '{"materials": ');
  await write('other.json', '{"colour": "red"}');
  await write('legs.json', '{"materials": {"Legs": "Oak"}}');
  const rows: [string, RegExp][] = [
    ['bar.glb,,amazn,,,a.png', /^There is no sales channel “amazn”\. Did you mean “amazon”\?$/],
    ['bar.glb,,shopify,64,,b.png', /^The channel shopify says the size: leave size and ratio out\.$/],
    [
      'bar.glb,,amazon,,#ffffff,c.png',
      /^The channel amazon wants the product on white: leave the background out\.$/,
    ],
    ['bar.glb,gone.json,,64,,d.png', /^There is no look gone\.json\.$/],
    ['bar.glb,cut.json,,64,,e.png', /^cut\.json is no look: it is JSON such as /],
    ['bar.glb,other.json,,64,,f.png', /^other\.json is no look: it is JSON such as /],
    ['bar.glb,legs.json,,64,,g.png', /^The look legs\.json names no part that the model has\.$/],
  ];
  await write(
    'sheet.csv',
    ['model,look,channel,size,background,file', ...rows.map(([row]) => row)].join('\n'),
  );
  expect((await run('batch', 'sheet.csv')).code).toBe(1);
  const { stdout } = await run('batch', 'sheet.csv', '--json');
  const messages = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .flatMap(({ kind, message }) =>
      kind === 'failed' ? [String(message).replace(/^Row \d+, \S+: /, '')] : [],
    );
  for (const [at, [, sentence]] of rows.entries()) expect(messages[at]).toMatch(sentence);
  const copy = await read('sheet.done.csv');
  expect(copy.match(/,failed,/g)).toHaveLength(rows.length);
});
