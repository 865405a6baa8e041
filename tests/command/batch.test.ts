import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { RenderSpec } from '../../src/contract/render-spec.ts';
import { makeBoxes } from '../support/box-model.ts';
import { linesOf, openVitrine, type Vitrine } from '../support/vitrine.ts';

let vitrine: Vitrine;
let folder: string;
beforeAll(async () => {
  vitrine = await openVitrine();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-batch-'));
  const box = (name: string, x: number) => makeBoxes([{ name, size: [x, 1, 1], centre: [0, 0, 0] }]);
  await writeFile(join(folder, 'cube.glb'), box('Cube', 1));
  await writeFile(join(folder, 'bar.glb'), box('Bar', 3));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const run = (...args: string[]) => vitrine.run(args, folder);
const write = (name: string, text: string) => writeFile(join(folder, name), text);
const read = (name: string) => readFile(join(folder, name), 'utf8');
const recipeOf = async (name: string) => RenderSpec.parse(JSON.parse((await run('recipe', name)).stdout));

test('each row is a picture, made as its cells say', async () => {
  const sheet = [
    'sku,model,materials,view,size,background,light,quality,file',
    'A1,cube.glb,Cube=Oak,front,64,#ffffff,soft,draft,out/cube.png',
    'A2,bar.glb,"*=Brass; Bar=Walnut","30,15",72,White sweep,,draft,"bar, ""dark"".webp"',
  ].join('\n');
  await write('sheet.csv', sheet);
  const { code, stderr } = await run('batch', 'sheet.csv');
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: 'The column “sku” says nothing here.\nout/cube.png\nbar, "dark".webp\n',
  });
  const [cube, bar] = [await recipeOf('out/cube.png'), await recipeOf('bar, "dark".webp')];
  expect(cube).toMatchObject({
    widthPx: 64,
    quality: 'draft',
    background: { kind: 'colour', colour: '#ffffff' },
  });
  expect(cube.scene).toMatchObject({
    modelName: 'cube.glb',
    dressings: [{ name: 'Oak' }],
    lightRig: { preset: 'soft' },
  });
  expect(bar).toMatchObject({ widthPx: 72, background: { kind: 'image', name: 'White sweep' } });
  expect(bar.scene).toMatchObject({ modelName: 'bar.glb', dressings: [{ name: 'Walnut' }], lightRig: null });
  expect(await read('sheet.done.csv')).toBe(
    [
      'sku,model,materials,view,size,background,light,quality,file,result,message',
      'A1,cube.glb,Cube=Oak,front,64,#ffffff,soft,draft,out/cube.png,done,',
      'A2,bar.glb,*=Brass; Bar=Walnut,"30,15",72,White sweep,,draft,"bar, ""dark"".webp",done,',
      '',
    ].join('\r\n'),
  );
});

test('a file whose name has a line break is told of in one line', async () => {
  await write('sheet.csv', 'model,file,size,quality\n"go\nne.glb","b\nc.png",64,draft');
  const { code, stderr } = await run('batch', 'sheet.csv');
  expect(code).toBe(1);
  const [row, end, ...rest] = stderr.split('\n');
  expect(row).toMatch(/^Row 2, b c\.png: There is no file .*go ne\.glb.?\.$/);
  expect(end).toMatch(/^1 of 1 rows failed/);
  expect(rest).toEqual(['']);
});

test('a row that fails says why in the copy, and the others are made', async () => {
  await write('cut.glb', 'glTF');
  const sheet = [
    '\ufeffmodel;file;size;quality;materials',
    'cube.glb;a.png;64;draft;Cub=Oak',
    'gone.glb;b.png;64;draft;',
    'cut.glb;c.png;64;draft;',
    'cube.glb;d.png;64;draft;Cube=Oak',
    'bar.glb;d.png;64;draft;',
    ';e.png;64;draft;',
    'cube.glb;f.gif;64;draft;',
    'cube.glb;g.png;60;draft;',
  ].join('\r\n');
  await write('sheet.csv', sheet);
  const { code, stderr } = await run('batch', 'sheet.csv', '--out', 'pictures');
  expect(code).toBe(1);
  expect(stderr).toMatch(/7 of 8 rows failed: sheet\.done\.csv says why\.\n$/);
  expect(await readdir(join(folder, 'pictures'))).toEqual(['d.png']);
  const [header, ...rows] = (await read('sheet.done.csv')).split('\r\n');
  expect(header).toBe('\ufeffmodel;file;size;quality;materials;result;message');
  expect(rows.map((row) => row.split(';').slice(5).join(' '))).toEqual([
    expect.stringMatching(/^failed .*no part “Cub”\. Did you mean “Cube”/),
    expect.stringMatching(/^failed There is no file .*gone\.glb/),
    expect.stringMatching(/^failed The model cannot be opened/),
    'done ',
    'failed Row 5 makes this file already.',
    'failed The row names no model.',
    expect.stringMatching(/^failed A picture ends in \.png/),
    expect.stringMatching(/^failed --size/),
    '',
  ]);
});

test.each([
  ['for a while', 3],
  ['to the end', 99],
])(
  'a copy that another program holds %s, as a spreadsheet does on Windows, keeps no picture from being made',
  async (_, most) => {
    const preload = [
      "import fs from 'node:fs/promises';",
      "import { syncBuiltinESMExports } from 'node:module';",
      'const { rename } = fs;',
      'let calls = 0;',
      'fs.rename = async (from, to) => {',
      "  if (!to.endsWith('.done.csv')) return rename(from, to);",
      '  calls += 1;',
      `  if (calls < 2 || calls > ${most}) return rename(from, to);`,
      "  throw Object.assign(new Error('EPERM: operation not permitted, rename'), { code: 'EPERM' });",
      '};',
      'syncBuiltinESMExports();',
    ];
    await write('hold.mjs', preload.join('\n'));
    await write(
      'sheet.csv',
      'model,file,size,quality\ncube.glb,a.png,64,draft\nbar.glb,b.png,64,draft\nbar.glb,c.png,72,draft',
    );
    const environment = { NODE_OPTIONS: `--import ${join(folder, 'hold.mjs')}` };
    const { code, stderr } = await vitrine.run(['batch', 'sheet.csv'], folder, environment);
    expect(await readdir(folder)).toEqual(expect.arrayContaining(['a.png', 'b.png', 'c.png']));
    expect(stderr.match(/sheet\.done\.csv cannot be written now/g)).toHaveLength(1);
    expect(code).toBe(most === 99 ? 1 : 0);
    if (most === 99) expect(stderr).toMatch(/sheet\.done\.csv cannot be written: close it/);
    else expect((await read('sheet.done.csv')).match(/,done,/g)).toHaveLength(3);
  },
);

/** A disk on which files whose paths match cannot be written. */
async function refuseWrites(pattern: RegExp, code: string): Promise<Record<string, string>> {
  const preload = [
    "import fs from 'node:fs/promises';",
    "import { syncBuiltinESMExports } from 'node:module';",
    'const { open, writeFile } = fs;',
    `const refuse = (path) => { if (${pattern}.test(path)) throw Object.assign(new Error('refused'), { code: '${code}', path }); };`,
    'fs.open = async (path, ...more) => { refuse(path); return open(path, ...more); };',
    'fs.writeFile = async (path, ...more) => { refuse(path); return writeFile(path, ...more); };',
    'syncBuiltinESMExports();',
  ];
  await write('refuse.mjs', preload.join('\n'));
  return { NODE_OPTIONS: `--import ${join(folder, 'refuse.mjs')}` };
}
/** Pictures that were begun. */
const begunOf = (stdout: string) =>
  new Set(linesOf({ stdout }).flatMap(({ kind, file }) => (kind === 'progress' ? [file] : [])));

test('what goes into a folder that cannot be written is not made for nothing, and the rest is made', async () => {
  const rows = ['locked/a.png', 'locked/b.png', 'c.png'].map((name) => `cube.glb,64,draft,${name}`);
  await write('sheet.csv', ['model,size,quality,file', ...rows].join('\n'));
  const environment = await refuseWrites(/locked/, 'EACCES');
  const { code, stdout } = await vitrine.run(['batch', 'sheet.csv', '--json'], folder, environment);
  expect(code).toBe(1);
  expect(begunOf(stdout)).toEqual(new Set(['c.png']));
  const told = (await read('sheet.done.csv')).match(/Nothing can be written into .*locked \(EACCES\)/g);
  expect(told).toHaveLength(2);
  const one = ['render', 'cube.glb', '--size', '64', '--quality', 'draft', '--out', 'locked/d.png', '--json'];
  const single = await vitrine.run(one, folder, environment);
  expect(single.code).toBe(2);
  expect(begunOf(single.stdout)).toEqual(new Set());
});

test('a disk that is full after a picture gets no further ones made for it', async () => {
  const rows = ['a.png', 'b.png', 'c.png', 'd.png'].map((name) => `cube.glb,64,draft,${name}`);
  await write('sheet.csv', ['model,size,quality,file', ...rows].join('\n'));
  const environment = await refuseWrites(/\.[bc]\.png\.\d+\.part/, 'ENOSPC');
  const { code, stdout } = await vitrine.run(['batch', 'sheet.csv', '--json'], folder, environment);
  expect(code).toBe(1);
  expect(begunOf(stdout)).toEqual(new Set(['a.png', 'b.png']));
  expect((await read('sheet.done.csv')).match(/failed,The disk is full\./g)).toHaveLength(3);
  // Once there is room, what is missing is made.
  expect(await run('batch', 'sheet.csv')).toMatchObject({ code: 0 });
});

test('killed again and again, it ends with every picture, none of them made twice', async () => {
  const names = Array.from(
    { length: 10 },
    (_, k) => `${String(k).padStart(2, '0')}.${k % 3 === 0 ? 'webp' : 'png'}`,
  );
  const rows = names.map((name, k) => `${k % 4 < 2 ? 'cube' : 'bar'}.glb,"${k * 30},10",64,draft,${name}`);
  await write('sheet.csv', ['model,view,size,quality,file', ...rows].join('\n'));
  const made: unknown[] = [];
  const note = (stdout: string) => {
    // A line that was cut off in the middle was not said.
    const lines = stdout.slice(0, stdout.lastIndexOf('\n') + 1);
    const done = linesOf({ stdout: lines || '{}' }).filter(
      ({ kind, isKept }) => kind === 'done' && isKept === false,
    );
    made.push(...done.map(({ file }) => file));
  };
  const times = new Map<string, number>();
  const look = async () => {
    for (const name of await readdir(folder)) {
      if (!names.includes(name)) continue;
      const { mtimeMs } = await stat(join(folder, name));
      expect(mtimeMs, name).toBe(times.get(name) ?? mtimeMs);
      times.set(name, mtimeMs);
    }
  };
  for (const at of ['02.png', '05.png', '07.png']) {
    const running = vitrine.start(['batch', 'sheet.csv', '--json'], folder);
    await running.line(new RegExp(`"kind":"progress","file":"${at}","percent":[3-9]`));
    running.process.kill('SIGKILL');
    note((await running.ended).stdout);
    await look();
    expect(times.size).toBeLessThan(names.length);
  }
  const last = await run('batch', 'sheet.csv', '--json');
  expect(last.code).toBe(0);
  note(last.stdout);
  await look();
  expect([...times.keys()].sort()).toEqual(names);
  expect(made.sort()).toEqual(names);
  expect((await read('sheet.done.csv')).match(/,done,/g)).toHaveLength(names.length);
});

/** As spreadsheets save them, beside plain UTF-8 with commas. */
const SAVED: readonly [string, string, (text: string) => Uint8Array][] = [
  ['Windows-1252 with semicolons', ';', (text) => Buffer.from(text, 'latin1')],
  ['UTF-16 with tabs', '\t', (text) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['UTF-8 with a line that names its semicolons', ';', (text) => Buffer.from(`sep=;\r\n${text}`)],
  ['lines that end as those of old Macintoshes', ';', (text) => Buffer.from(text.replaceAll('\r\n', '\r'))],
];
test.each(SAVED)('a sheet in %s is read', async (_name, delimiter, encode) => {
  await rename(join(folder, 'cube.glb'), join(folder, 'Tür ñ.glb'));
  const rows = [
    ['model', 'size', 'quality', 'file'],
    ['Tür ñ.glb', '64', 'draft', 'año.png'],
  ];
  const text = rows.map((row) => `${row.join(delimiter)}\r\n`).join('');
  await writeFile(join(folder, 'sheet.csv'), encode(text));
  expect(await run('batch', 'sheet.csv')).toEqual({ code: 0, stdout: '', stderr: 'año.png\n' });
  const copy = (await read('sheet.done.csv')).replace(/^\ufeff/, '');
  expect(copy.split('\r\n')[1]).toBe([...(rows[1] ?? []), 'done', ''].join(delimiter));
});

test('names that differ in capitals only are told', async () => {
  const row = 'cube.glb,64,draft';
  await write('sheet.csv', `model,size,quality,file\n${row},A.png\n${row},a.png\n`);
  const { code, stderr } = await run('batch', 'sheet.csv');
  expect(code).toBe(0);
  expect(stderr).toContain('Rows 2 and 3 make one file where capitals do not count');
});

test('a workbook and a folder are told from a sheet', async () => {
  await writeFile(join(folder, 'book.xlsx'), Buffer.from('PK\u0003\u0004 and so on'));
  expect((await run('batch', 'book.xlsx')).stderr).toBe(
    'book.xlsx is a workbook of a spreadsheet: save its sheet as CSV.\n',
  );
  const { stderr } = await run('batch', '.');
  expect(stderr).toContain('EISDIR');
});

test.each([
  ['file\na.png', /no column “model”/],
  ['model,fiel\na.glb,b.png', /no column “file”\. Did you mean “fiel”/],
  ['model,file,Model\n', /two columns “model”/],
  ['model,file\n\n', /^The sheet has no picture: below its columns stands no row\.\n$/],
  ['model,file\n"a.glb,b.png', /Line 2 .*quote that does not end/],
  ['model,file\n"a.glb"x,b.png', /Line 2 .*text behind a quote/],
])('%j is no sheet', async (text, sentence) => {
  await write('sheet.csv', text);
  const { code, stderr } = await run('batch', 'sheet.csv');
  expect(code).toBe(2);
  expect(stderr).toMatch(sentence);
});
