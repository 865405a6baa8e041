import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openWorkProcesses, type WorkLimits } from '../../../src/server/work/work-processes.ts';
import { bundle } from '../../support/bundle.ts';
import type { OddWork } from '../../support/odd-work.ts';

type Lane = 'first' | 'other';
const LIMITS: WorkLimits<Lane> = {
  processes: 2,
  timeMs: 60_000,
  memoryBytes: 1024 ** 3,
  heapMegabytes: 64,
  idleHeartbeats: 1_000,
  restMs: 60_000,
  lanes: { first: { share: 2, atOnce: 2 }, other: { share: 1, atOnce: 2 } },
};

let scripts: string;
let folder: string;
const closing: (() => Promise<void>)[] = [];
beforeAll(async () => {
  scripts = await bundle('odd-work', {
    'odd-work': 'tests/support/odd-work.ts',
    'work-parent': 'tests/support/work-parent.ts',
  });
  folder = await mkdtemp(join(tmpdir(), 'vitrine-work-'));
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});
afterAll(() => rm(folder, { recursive: true }));

/** Processes with limits of the test's, and why each of them was lost. */
function open(changes: Partial<WorkLimits<Lane>> = {}, file = join(scripts, 'odd-work.js')) {
  const lost: string[] = [];
  const limits = { ...LIMITS, ...changes };
  const notes: string[] = [];
  const opened = openWorkProcesses<OddWork, Lane>(file, limits, 'picture-work-failed', {
    onLost: (work, reason) => lost.push(`${work}: ${reason}`),
    onNote: (note) => notes.push(note),
  });
  closing.push(opened.close);
  return { ...opened, work: opened.workFor({ lane: 'first', caller: 'Ada' }), lost, notes };
}
const nothing = [new Uint8Array(), new Map<string, number>()] as const;
const isGone = (pid: number) => {
  try {
    return !process.kill(pid, 0);
  } catch {
    return true;
  }
};

test('bytes and values go in and come out, in another process', async () => {
  const { work } = open();
  const bytes = Uint8Array.from({ length: 3_000_000 }, (_, at) => at % 251);
  const { back, pid } = await work.echo(bytes.subarray(1), new Map([['oak', 3]]));
  expect(Buffer.compare(back[0] as Uint8Array, bytes.subarray(1))).toBe(0);
  expect(back[1]).toEqual(new Map([['oak', 3]]));
  expect(pid).not.toBe(process.pid);
});

test('a process gets nothing of ours: no environment, no flags but its own', async () => {
  const { environment, flags } = await open().work.surroundings();
  expect(Object.keys(environment).filter((name) => !name.startsWith('NODE_CHANNEL'))).toEqual([]);
  expect(flags).toEqual(['--max-old-space-size=64']);
});

test('failures come back as they were thrown, and the process works on', async () => {
  const { work, lost } = open({ processes: 1 });
  const { pid } = await work.echo(...nothing);
  await expect(work.refuse()).rejects.toMatchObject({
    failure: { code: 'image-unreadable', name: 'oak.png' },
  });
  await expect(work.fail()).rejects.toThrow('a bug');
  expect((await work.echo(...nothing)).pid).toBe(pid);
  expect(lost).toEqual([]);
});

test('many pieces of work share as many processes as there may be', async () => {
  const { work } = open();
  const done = await Promise.all(Array.from({ length: 8 }, () => work.echo(...nothing)));
  expect(new Set(done.map(({ pid }) => pid)).size).toBeLessThanOrEqual(2);
});

test('work that waits for what never comes is done once more, then fails; what waits behind it is done', async () => {
  const { work, lost } = open({ processes: 1, idleHeartbeats: 2 });
  const hanging = work.hang();
  const behind = work.echo(...nothing);
  await expect(hanging).rejects.toMatchObject({ failure: { code: 'picture-work-failed' } });
  expect((await behind).pid).toBeGreaterThan(0);
  const why = 'hang: it waited for what never came';
  expect(lost).toEqual([why, why]);
});

test('work that takes too long fails, also when its process answers nobody any more', async () => {
  const { work, lost } = open({ processes: 1, timeMs: 2_000 });
  await expect(work.spin()).rejects.toMatchObject({ failure: { code: 'picture-work-failed' } });
  expect(lost).toEqual(['spin: it took too long', 'spin: it took too long']);
});

test('what work is done with may take its time to come', async () => {
  const { work, lost } = open({ processes: 2, timeMs: 1_000 });
  let come = (_bytes: Uint8Array) => {};
  const bytes = new Promise<Uint8Array>((resolve) => {
    come = resolve;
  });
  const late = work.echo(() => bytes, new Map());
  // As long as work may take, twice.
  await expect(work.spin()).rejects.toMatchObject({ failure: { code: 'picture-work-failed' } });
  come(Uint8Array.of(7));
  expect([...((await late).back[0] as Uint8Array)]).toEqual([7]);
  expect(lost.filter((reason) => reason.startsWith('echo'))).toEqual([]);
});

test('work that takes too much memory fails', async () => {
  const { work, lost } = open({ memoryBytes: 300 * 1024 ** 2 });
  await expect(work.fill()).rejects.toMatchObject({ failure: { code: 'picture-work-failed' } });
  expect(lost).toEqual(['fill: it took too much memory', 'fill: it took too much memory']);
});

test('a process that is killed in the middle of its work is replaced, and nobody hears of it', async () => {
  const { work, lost } = open();
  expect(await work.dieOnce(join(folder, 'first'))).toBe('the second time');
  expect(lost).toEqual(['dieOnce: it ended with SIGKILL']);
});

test('a process that is killed while it has nothing to do is replaced', async () => {
  const { work } = open({ processes: 1 });
  const { pid } = await work.echo(...nothing);
  process.kill(pid, 'SIGTERM');
  await expect.poll(() => isGone(pid)).toBe(true);
  expect((await work.echo(...nothing)).pid).not.toBe(pid);
});

test('a process that cannot even start fails its work plainly', async () => {
  const { work } = open({}, join(folder, 'no-such-script.js'));
  await expect(work.echo(...nothing)).rejects.toMatchObject({ failure: { code: 'picture-work-failed' } });
});

test('a process that rests ends', async () => {
  const { work } = open({ restMs: 1 });
  const { pid } = await work.echo(...nothing);
  await expect.poll(() => isGone(pid)).toBe(true);
  expect((await work.echo(...nothing)).pid).not.toBe(pid);
});

test('closing finishes what was asked, ends the processes, and takes no more', async () => {
  const { work, close } = open({ processes: 1 });
  const asked = Promise.all([work.echo(...nothing), work.echo(...nothing), work.echo(...nothing)]);
  await close();
  for (const { pid } of await asked) await expect.poll(() => isGone(pid)).toBe(true);
  await expect(work.echo(...nothing)).rejects.toThrow('closed');
});

test('processes end with the one they work for, also while they hang', async () => {
  const parent = spawn(process.execPath, [join(scripts, 'work-parent.js'), join(scripts, 'odd-work.js')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(parent.stdout, 'data')) as [Buffer];
  const pid = Number(String(line));
  expect(isGone(pid)).toBe(false);
  parent.kill('SIGKILL');
  await expect.poll(() => isGone(pid), { timeout: 20_000 }).toBe(true);
});

test('what a process said last is part of why it was lost', async () => {
  const { work, lost } = open();
  await expect(work.crash('the library is not there')).rejects.toMatchObject({
    failure: { code: 'picture-work-failed' },
  });
  expect(lost).toHaveLength(2);
  for (const reason of lost) {
    expect(reason).toContain('crash: it ended with code 1');
    expect(reason).toContain('the library is not there');
  }
});

test('an argument that is to be read is read when its work has its turn, and what cannot be read fails it', async () => {
  const { work } = open({ processes: 1 });
  const hanging = work.echo(...nothing);
  const reads: string[] = [];
  const read = async () => {
    reads.push('read');
    return new Uint8Array([7]);
  };
  const later = work.echo(read, new Map());
  expect(reads).toEqual([]);
  await hanging;
  expect((await later).back[0]).toEqual(new Uint8Array([7]));
  expect(reads).toEqual(['read']);
  const unreadable = async (): Promise<Uint8Array> => {
    throw new Error('the file is gone');
  };
  await expect(work.echo(unreadable, new Map())).rejects.toThrow('the file is gone');
  expect((await work.echo(...nothing)).pid).toBeGreaterThan(0);
});

test('what nobody waits for is not begun; what was begun is not waited for, and tells of no loss', async () => {
  const { workFor, lost } = open({ processes: 1 });
  const caller = new AbortController();
  const left = workFor({ lane: 'first', caller: 'Ada', signal: caller.signal });
  const mark = join(folder, 'never');
  const [hanging, waiting] = [left.hang(), left.dieOnce(mark)];
  const other = workFor({ lane: 'first', caller: 'Bea' }).echo(...nothing);
  caller.abort();
  await expect(hanging).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
  await expect(waiting).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
  await expect(left.echo(...nothing)).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
  expect((await other).pid).toBeGreaterThan(0);
  expect(existsSync(mark)).toBe(false);
  expect(lost).toEqual([]);
});

test('what processes say of themselves at their start is told once', async () => {
  const { work, notes } = open({ restMs: 1 });
  const { pid } = await work.echo(...nothing);
  await expect.poll(() => isGone(pid)).toBe(true);
  await work.echo(...nothing);
  expect(notes).toEqual(['it is odd']);
});
