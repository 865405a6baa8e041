import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startChild } from '../../support/child-process.ts';
import { openVitrine, type Vitrine } from '../../support/vitrine.ts';

let vitrine: Vitrine;
let folder: string;
/** In which no server was. */
let dataDir: string;
beforeAll(async () => {
  vitrine = await openVitrine();
  folder = await mkdtemp(join(tmpdir(), 'vitrine-scripts-'));
  dataDir = join(folder, 'mistyped');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each(['owner-link', 'check-files', 'backup', 'move-files', 'move'])(
  '%s has no use for a name, and says so before it does anything',
  async (name) => {
    expect(await vitrine.run([name, 'extra'], folder, { DATA_DIR: dataDir })).toEqual({
      code: 2,
      stdout: '',
      stderr: `vitrine ${name} takes no names.\n`,
    });
    expect(existsSync(dataDir)).toBe(false);
  },
);

test.each([
  ['owner-link', 'Call it as: owner-link [--lan]'],
  ['check-files', 'Call it as: check-files [--repair [--from PLACE]]'],
  ['move-files', 'Call it as: move-files'],
])('npm run %s has no use for a name either', async (name, usage) => {
  const program = join(vitrine.folder, `${name}.js`);
  const ended = await startChild(program, { DATA_DIR: dataDir }, { arguments: ['extra'] }).ended;
  expect(ended).toEqual({ code: 1, output: `${usage}\n` });
  expect(existsSync(dataDir)).toBe(false);
});

test.each(['owner-link', 'check-files'])(
  '%s names a DATA_DIR in which no server was, and leaves it alone',
  async (name) => {
    expect(await vitrine.run([name], folder, { DATA_DIR: dataDir })).toEqual({
      code: 1,
      stdout: '',
      stderr: `There is no database in ${dataDir}: set DATA_DIR as the server has it, or start the server once.\n`,
    });
    expect(existsSync(dataDir)).toBe(false);
  },
);
