import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
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
  folder = await mkdtemp(join(tmpdir(), 'vitrine-spin-'));
  const glb = makeBoxes([{ name: 'Bar', size: [2, 1, 0.5], centre: [0, 0, 0], colour: [0.8, 0.1, 0.1, 1] }]);
  await writeFile(join(folder, 'bar.glb'), glb);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const SPIN = ['spin', 'bar.glb', '--size', '64', '--quality', 'draft', '--json', '--out', 'spin'];
const spin = (frames: number, ...more: string[]) =>
  vitrine.run([...SPIN, '--frames', String(frames), ...more], folder);
const written = async (run: ReturnType<typeof spin>) =>
  linesOf(await run)
    .filter(({ kind, isKept }) => kind === 'done' && isKept === false)
    .map(({ file }) => file);
const frame = (number: number) => join(folder, `spin/frame-00${number}.png`);
const cameraOf = async (number: number) => {
  const { stdout } = await vitrine.run(['recipe', frame(number)], folder);
  return RenderSpec.parse(JSON.parse(stdout)).camera;
};

test('frames go round evenly, from one distance and one height', async () => {
  expect(await written(spin(4))).toHaveLength(4);
  const cameras = await Promise.all([1, 2, 3, 4].map(cameraOf));
  const away = cameras.map(({ position: [x, y, z] }) => [
    Math.atan2(x, z) / (Math.PI / 2),
    y,
    Math.hypot(x, z),
  ]);
  const [first = []] = away;
  expect(away.map(([turn = 0]) => Math.round((turn + 4) * 1e6) % 4e6)).toEqual([0, 1e6, 2e6, 3e6]);
  for (const [, height, distance] of away) {
    expect(height).toBeCloseTo(first[1]!, 9);
    expect(distance).toBeCloseTo(first[2]!, 9);
  }
  expect(first[1]).toBeGreaterThan(0);
});

test('a second run makes what is missing, cut off, damaged or of other options, and leaves the rest', async () => {
  await spin(6);
  const before = await readFile(frame(3));
  const kept = await stat(frame(2));
  await rm(frame(1));
  await truncate(frame(3), before.byteLength - 40);
  const damaged = Buffer.from(await readFile(frame(4)));
  damaged.fill(0, damaged.byteLength - 60, damaged.byteLength - 30);
  await writeFile(frame(4), damaged);
  expect(await written(spin(6))).toEqual([1, 3, 4].map((number) => `spin/frame-00${number}.png`));
  expect(await readFile(frame(3))).toEqual(before);
  expect((await stat(frame(2))).mtimeMs).toBe(kept.mtimeMs);
  expect(await written(spin(6))).toEqual([]);
  expect(await written(spin(6, '--background', '#ffffff'))).toHaveLength(6);
});

test('Ctrl-C ends it at once with whole frames alone, and the next run goes on', async () => {
  const running = vitrine.start([...SPIN, '--frames', '8'], folder);
  await running.line(/"kind":"done".*frame-002/);
  running.process.kill('SIGINT');
  const { code, stderr } = await running.ended;
  expect({ code, stderr }).toEqual({ code: 130, stderr: '' });
  const there = await readdir(join(folder, 'spin'));
  expect(there.length).toBeLessThan(8);
  expect(there.every((name) => /^frame-\d{3}\.png$/.test(name))).toBe(true);
  expect(await written(spin(8))).toHaveLength(8 - there.length);
});

test('what a killed run left half-written goes with the next one', async () => {
  const running = vitrine.start([...SPIN, '--frames', '8'], folder);
  await running.line(/"kind":"done".*frame-001/);
  running.process.kill('SIGKILL');
  await running.ended;
  // As the kill leaves one in the middle of a write.
  const part = join(folder, `spin/.frame-005.png.${running.process.pid}.part`);
  await writeFile(part, 'half');
  expect((await spin(8)).code).toBe(0);
  const names = Array.from({ length: 8 }, (_, k) => `frame-00${k + 1}.png`);
  expect((await readdir(join(folder, 'spin'))).sort()).toEqual(names);
});
