import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeBoxes } from '../support/box-model.ts';
import { openVitrine } from '../support/vitrine.ts';

test.each(['stdout', 'stderr'] as const)(
  'a sheet whose reader of %s has gone ends as such processes do, and leaves nothing half-written',
  async (stream) => {
    const vitrine = await openVitrine();
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-pipe-'));
    await writeFile(
      join(folder, 'cube.glb'),
      makeBoxes([{ name: 'Cube', size: [1, 1, 1], centre: [0, 0, 0] }]),
    );
    const rows = Array.from({ length: 20 }, (_, k) => `cube.glb,64,draft,${k}.png`);
    await writeFile(join(folder, 'sheet.csv'), ['model,size,quality,file', ...rows].join('\n'));
    const json = stream === 'stdout' ? ['--json'] : [];
    const running = vitrine.start(['batch', 'sheet.csv', ...json], folder);
    running.process[stream]?.destroy();
    // As a shell says of what SIGPIPE ended: who asks for the code learns that pictures are missing.
    expect(await running.ended).toMatchObject({ code: 141, stdout: '', stderr: '' });
    const names = await readdir(folder);
    expect(names).not.toContain('19.png');
    expect(names.filter((name) => name.endsWith('.part'))).toEqual([]);
    await rm(folder, { recursive: true });
  },
);
