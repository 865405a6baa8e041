import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

test('a picture is made by a command in any folder, and made again from itself', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-command-line-'));
  const vitrine = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(ROOT, 'scripts/vitrine.mjs'), ...args],
      { cwd: folder, encoding: 'utf8' },
    );
    return { status, stdout, stderr };
  };
  try {
    const sample = join(ROOT, 'content/sample.glb');
    const wishes = ['--material', '*=Walnut', '--size', '128', '--quality', 'draft'];
    expect(vitrine('render', sample, ...wishes, '--out', 'a.png')).toEqual({
      status: 0,
      stdout: '',
      stderr: 'a.png\n',
    });
    expect(vitrine('recipe', 'a.png', '--from', sample, '--out', 'b.png').status).toBe(0);
    const [first, again] = [await readFile(join(folder, 'a.png')), await readFile(join(folder, 'b.png'))];
    expect(again).toEqual(first);
    expect(await sharp(first).metadata()).toMatchObject({ width: 128, height: 128 });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
