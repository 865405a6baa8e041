import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RenderSpec } from '../../src/contract/render-spec.ts';
import { makeArrow, makeBoxes } from '../support/box-model.ts';
import { makePng } from '../support/tiny-image.ts';
import { linesOf, openVitrine, type Vitrine } from '../support/vitrine.ts';
import { writeZip, zipEntry } from '../support/zip-file.ts';

let vitrine: Vitrine;
let folder: string;
beforeAll(async () => {
  vitrine = await openVitrine();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-command-'));
  const glb = makeBoxes([
    { name: 'Body', size: [1, 1, 1], centre: [0, 0, 0], colour: [0.8, 0.05, 0.05, 1] },
    { name: 'Lid', size: [1.2, 0.2, 1.2], centre: [0, 0.6, 0], colour: [0.05, 0.05, 0.8, 1] },
  ]);
  await writeFile(join(folder, 'box.glb'), glb);
});
const folders: string[] = [];
afterAll(() => Promise.all(folders.map((path) => rm(path, { recursive: true, force: true }))));

const QUICK = ['--size', '64', '--quality', 'draft'];
const run = (...args: string[]) => {
  folders.push(folder);
  return vitrine.run(args, folder);
};
const pixels = async (name: string) =>
  sharp(await readFile(join(folder, name)))
    .raw()
    .toBuffer({ resolveWithObject: true });
const recipeOf = async (name: string) => RenderSpec.parse(JSON.parse((await run('recipe', name)).stdout));
/** Mean of red, green and blue in the middle of a picture of 64 px. */
async function middle(name: string): Promise<number[]> {
  const { data, info } = await pixels(name);
  const sum = [0, 0, 0];
  for (let y = 28; y < 36; y++) {
    for (let x = 28; x < 36; x++) {
      for (let k = 0; k < 3; k++) sum[k]! += data[(y * info.width + x) * info.channels + k]! / 64;
    }
  }
  return sum;
}

describe('vitrine render', () => {
  it('says what size a narrow picture needs, and makes none of another ratio', async () => {
    const narrow = await run('render', 'box.glb', ...QUICK, '--ratio', '4:1', '--out', 'a.png');
    expect(narrow).toMatchObject({
      code: 2,
      stderr: '--size is at least 256 with --ratio 4:1: no side is below 64.\n',
    });
    expect(await readdir(folder)).toEqual(['box.glb']);
  });

  it('says that a folder holds no model', async () => {
    await mkdir(join(folder, 'empty'));
    const { code, stderr } = await run('render', 'empty', ...QUICK, '--out', 'a.png');
    expect(code).toBe(2);
    expect(stderr).toMatch(/^There is no model \(GLB, glTF, OBJ\) in the folder .*empty\.\n$/);
  });

  it('says that a ZIP holds no model', async () => {
    await writeFile(join(folder, 'notes.zip'), writeZip([zipEntry('notes.txt', Buffer.from('x'))]));
    const { code, stderr } = await run('render', 'notes.zip', ...QUICK, '--out', 'a.png');
    expect(code).toBe(2);
    expect(stderr).toMatch(/^There is no model \(GLB, glTF, OBJ\) in .*notes\.zip\.\n$/);
  });

  it('says that a ZIP is damaged, where it unpacks to what its sum is not of', async () => {
    const glb = await readFile(join(folder, 'box.glb'));
    await writeFile(join(folder, 'box.zip'), writeZip([zipEntry('box.glb', glb, { sum: 1 })]));
    const { code, stderr } = await run('render', 'box.zip', ...QUICK, '--out', 'a.png');
    expect(code).toBeGreaterThan(0);
    expect(stderr).toContain('the ZIP is damaged');
    expect(await readdir(folder)).not.toContain('a.png');
  });

  it('makes a picture, says nothing on stdout, and gives the same bytes again', async () => {
    const first = await run('render', 'box.glb', ...QUICK, '--out', 'a.png');
    expect(first).toEqual({ code: 0, stdout: '', stderr: 'a.png\n' });
    const second = await run('render', 'box.glb', ...QUICK, '--quiet', '--out', 'b.png');
    expect(second).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(await readFile(join(folder, 'b.png'))).toEqual(await readFile(join(folder, 'a.png')));
    expect((await pixels('a.png')).info).toMatchObject({ width: 64, height: 64, channels: 3 });
    expect((await readdir(folder)).sort()).toEqual(['a.png', 'b.png', 'box.glb']);
    const [red = 0, , blue = 0] = await middle('a.png');
    expect(red).toBeGreaterThan(blue + 30);
  });

  it('lays materials of the library on parts by their names, whatever their case', async () => {
    await run('render', 'box.glb', ...QUICK, '--view', 'front', '--out', 'red.png');
    const worn = ['--material', '*=Oak', '--material', 'body=polished GOLD'];
    expect(
      await run('render', 'box.glb', ...QUICK, '--view', 'front', ...worn, '--out', 'worn.png'),
    ).toMatchObject({
      code: 0,
    });
    const { dressings } = (await recipeOf('worn.png')).scene;
    expect(dressings.map((one) => [one.materialIndex, one.kind === 'library' && one.name])).toEqual([
      [0, 'Polished gold'],
      [1, 'Oak'],
    ]);
    const [red = 0, green = 0] = await middle('red.png');
    const [goldRed = 0, goldGreen = 0] = await middle('worn.png');
    expect(goldGreen / goldRed).toBeGreaterThan(2 * (green / red));
  });

  it('looks from where it is told, in the size and with the lights that it is told', async () => {
    const options = ['--view', '-90,0', '--ratio', '2:1', '--light', 'drama', '--seed', '32'];
    await run('render', 'box.glb', ...options, '--size', '128', '--quality', 'draft', '--out', 'left.png');
    const recipe = await recipeOf('left.png');
    expect(recipe).toMatchObject({ widthPx: 128, heightPx: 64, quality: 'draft', seed: '32' });
    expect(recipe.scene.lightRig?.preset).toBe('drama');
    const [x, y, z] = recipe.camera.position;
    expect(x).toBeLessThan(-5);
    expect([y, z].map((value) => Math.abs(value) < 1e-6)).toEqual([true, true]);
  });

  it('stands a file upright that has another axis up, and as it is told', async () => {
    await writeFile(join(folder, 'arrow.glb'), makeArrow('z'));
    const up = async (...options: string[]) => {
      await run('render', 'arrow.glb', ...QUICK, ...options, '--out', 'arrow.png');
      // Where the file's z axis, the third column, points.
      return (await recipeOf('arrow.png')).scene.normalisation.slice(8, 11).map(Math.sign);
    };
    expect(await up()).toEqual([0, 1, 0]);
    expect(await up('--up', 'y')).toEqual([0, 0, 1]);
    expect(await up('--up', 'z')).toEqual([0, 1, 0]);
  });

  it('puts a colour, a picture of any of three kinds, or nothing behind the product', async () => {
    const corner = async (name: string) => [...(await pixels(name)).data.subarray(0, 3)];
    const draw = (background: string, out = 'out.png') =>
      run('render', 'box.glb', ...QUICK, '--view', '0,60', '--background', background, '--out', out);
    await draw('#ff0000');
    const [red = 0, green = 0] = await corner('out.png');
    expect(red).toBeGreaterThan(green + 100);
    const green16 = sharp({ create: { width: 16, height: 16, channels: 3, background: '#00c000' } });
    for (const format of ['png', 'jpg', 'webp'] as const) {
      await green16.clone().toFile(join(folder, `wall.${format}`));
      expect((await draw(`wall.${format}`)).code).toBe(0);
      const [r = 0, g = 0, b = 0] = await corner('out.png');
      expect(g).toBeGreaterThan(Math.max(r, b) + 60);
    }
    expect((await draw('transparent', 'cut.png')).code).toBe(0);
    const { data, info } = await pixels('cut.png');
    expect(info.channels).toBe(4);
    expect(data[3]).toBe(0);
    expect(data[(32 * 64 + 32) * 4 + 3]).toBe(255);
  });

  it('packs an OBJ with its materials', async () => {
    await writeFile(join(folder, 'sheet.mtl'), 'newmtl Paper\nKd 0 1 0\n');
    const corners = 'v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\n';
    await writeFile(
      join(folder, 'sheet.obj'),
      `mtllib sheet.mtl\n${corners}o Page\nusemtl Paper\nf 1 2 3 4\n`,
    );
    expect((await run('render', 'sheet.obj', ...QUICK, '--view', 'front', '--out', 'sheet.png')).code).toBe(
      0,
    );
    const [red = 0, green = 0] = await middle('sheet.png');
    expect(green).toBeGreaterThan(red + 60);
  });

  it('takes what a GLB names from its folder, and says what is not there', async () => {
    await writeFile(
      join(folder, 'box.glb'),
      makeBoxes([{ size: [1, 1, 1], centre: [0, 0, 0] }], { images: ['wood.png'] }),
    );
    const lacking = await run('render', 'box.glb', ...QUICK, '--out', 'a.png');
    expect(lacking).toMatchObject({
      code: 0,
      stderr: 'The model names “wood.png”, which is not there.\na.png\n',
    });
    await mkdir(join(folder, 'textures'));
    await writeFile(join(folder, 'textures/wood.png'), makePng());
    expect(await run('render', 'box.glb', ...QUICK, '--out', 'a.png')).toMatchObject({
      code: 0,
      stderr: 'a.png\n',
    });
  });

  it('tells programs in JSON lines, and them alone', async () => {
    const done = await run('render', 'box.glb', ...QUICK, '--json', '--out', 'a.png');
    expect(done).toMatchObject({ code: 0, stderr: '' });
    const lines = linesOf(done);
    const percents = lines.filter(({ kind }) => kind === 'progress').map(({ percent }) => Number(percent));
    expect(percents.length).toBeGreaterThan(5);
    expect(percents).toEqual([...percents].sort((a, b) => a - b));
    expect(lines.filter(({ kind }) => kind !== 'progress')).toEqual([
      expect.objectContaining({ kind: 'done', file: 'a.png', widthPx: 64, heightPx: 64 }),
    ]);
    const refused = await run('render', 'gone.glb', '--json', '--out', 'b.png');
    expect(refused.code).toBe(2);
    expect(linesOf(refused)).toEqual([expect.objectContaining({ kind: 'failed', code: 'usage' })]);
  });
});

describe('a call that cannot be done', () => {
  it.each([
    [[], /^$/],
    [['rendr'], /no command “rendr”\. Did you mean “render”/],
    [['render', 'box.glb'], /--out FILE/],
    [['render', '--out', 'a.png'], /takes one model/],
    [['render', 'box.glb', 'box.glb', '--out', 'a.png'], /takes one model/],
    [['render', 'gone.glb', '--out', 'a.png'], /There is no file .*gone\.glb/],
    [['render', 'box.glb', '--out', 'a.gif'], /\.png, \.jpg or \.webp/],
    [['render', 'box.glb', '--out', 'gone/a.png'], /There is no folder/],
    [['render', 'box.glb', '--out', 'a.png', '--sise', '64'], /no option --sise.* Did you mean “--size”/],
    [['render', 'box.glb', '--out', 'a.png', '--size'], /--size needs a value/],
    [['render', 'box.glb', '--out', 'a.png', '--size', '32'], /64 to 8192/],
    [['render', 'box.glb', '--out', 'a.png', '--size', '8200'], /64 to 8192/],
    [['render', 'box.glb', '--out', 'a.png', '--size', '100'], /multiple of 8/],
    [['render', 'box.glb', '--out', 'a.png', '--ratio', '1:99'], /--ratio/],
    [['render', 'box.glb', '--out', 'a.png', '--quality', 'best'], /draft, standard, high/],
    [['render', 'box.glb', '--out', 'a.png', '--seed', '-1'], /--seed/],
    [['render', 'box.glb', '--out', 'a.png', '--up', 'x'], /y or z/],
    [['render', 'box.glb', '--out', 'a.png', '--light', 'sft'], /no lights “sft”\. Did you mean “soft”/],
    [['render', 'box.glb', '--out', 'a.png', '--view', 'fornt'], /Did you mean “front”/],
    [['render', 'box.glb', '--out', 'a.png', '--view', '30,95'], /two angles/],
    [['render', 'box.glb', '--out', 'a.png', '--background', '#12345'], /#rrggbb/],
    [['render', 'box.glb', '--out', 'a.png', '--background', 'gone.png'], /There is no file gone\.png/],
    [['render', 'box.glb', '--out', 'a.jpg', '--background', 'transparent'], /JPEG/],
    [['render', 'box.glb', '--out', 'a.png', '--material', 'Body'], /PART=NAME/],
    [['render', 'box.glb', '--out', 'a.png', '--material', 'Bdy=Oak'], /no part “Bdy”\. Did you mean “Body”/],
    [['render', 'box.glb', '--out', 'a.png', '--material', 'Body=Walnt'], /Did you mean “Walnut”/],
    [['spin', 'box.glb', '--out', 'spin', '--frames', '0'], /--frames/],
    [['spin', 'box.glb', '--out', 'box.glb'], /is a file, not a folder/],
    [['recipe', 'gone.png'], /There is no file/],
    [['materials', 'Oak'], /takes no names/],
  ] as const)('%j: code 2, one sentence, nothing written', async (args, sentence) => {
    const { code, stdout, stderr } = await run(...args);
    expect(code).toBe(2);
    expect(stderr).toMatch(sentence);
    expect(stderr.split('\n').length).toBeLessThanOrEqual(2);
    if (args.length > 0) expect(stdout).toBe('');
    expect(await readdir(folder)).toEqual(['box.glb']);
  });

  it('that fails in its work ends with code 1', async () => {
    await writeFile(join(folder, 'cut.glb'), (await readFile(join(folder, 'box.glb'))).subarray(0, 400));
    const { code, stdout, stderr } = await run('render', 'cut.glb', '--out', 'a.png');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^The model cannot be opened: .+\.\n$/);
    expect((await readdir(folder)).sort()).toEqual(['box.glb', 'cut.glb']);
  });
});

describe('what fills in the others', () => {
  it('lists parts with the nodes that wear them, and materials', async () => {
    expect((await run('parts', 'box.glb')).stdout).toBe('Body\tBody\nLid\tLid\n');
    const [described] = linesOf(await run('parts', 'box.glb', '--json'));
    expect(described).toMatchObject({
      kind: 'done',
      triangleCount: 24,
      parts: [{ name: 'Body' }, { name: 'Lid' }],
    });
    expect((await run('materials')).stdout).toMatch(/^Walnut\tWood$/m);
    expect((await run('materials', '--backgrounds')).stdout).toMatch(/^White sweep\t/m);
  });

  it('tells every command and every option', async () => {
    const whole = await run('--help');
    expect(whole.code).toBe(0);
    for (const name of ['render', 'spin', 'batch', 'recipe', 'parts', 'materials']) {
      expect(whole.stdout).toContain(`\n  ${name} `);
      expect((await run(name, '--help')).stdout).toMatch(new RegExp(`^vitrine ${name} .*--json`, 's'));
    }
  });
});
