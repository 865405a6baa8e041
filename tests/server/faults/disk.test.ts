import { execFileSync } from 'node:child_process';
import { appendFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mountSmallDisk, type SmallDisk } from '../../support/fault-places.ts';
import { expectDone, isRunning, ROUNDS, tell, timeToAnswer } from '../../support/faults.ts';
import {
  type MortalServers,
  openMortalServers,
  orderMortal,
  POLL,
  placeMortalOrder,
  registerMortal,
} from '../../support/mortal-servers.ts';

/** DATA_DIR on a disk of its own, a tmpfs: root and a system that mounts are needed, PostgreSQL is on another. */
let servers: MortalServers;
let disk: SmallDisk | null = null;
beforeEach(async () => {
  if (ROUNDS === 0) return;
  servers = await openMortalServers({ DISK_LOW_MB: '0' });
  disk = await mountSmallDisk(servers.dataDir, 96);
  if (disk === null) throw new Error('This scenario mounts a tmpfs: run it as root where that is allowed.');
});
afterEach(async () => {
  // What the servers have open goes with them; the folder below it can be removed.
  disk?.close();
  disk = null;
  await servers?.close();
});

const ENDS = ['completed', 'error'];

/** Until the order has ended, however it did: made and charged once, or given back whole. */
async function expectSettled(url: string, email: string, spoil: () => Promise<void>): Promise<string> {
  const order = await placeMortalOrder(url, email);
  await isRunning(order, url);
  await spoil();
  await expect.poll(async () => (await order.stateAt(url)).status, POLL).toSatisfy((s) => ENDS.includes(s));
  const { status, refunded, output_images: images } = await order.stateAt(url);
  expect(refunded).toBe(200 - 100 * images.length);
  const { credits } = await order.person.read<{ credits: number }>(`${url}/api/users/me/`);
  expect(credits).toBe(2000 - 100 * images.length);
  return `${status} with ${images.length} of 2 images, ${refunded} of 200 credits given back`;
}

test.skipIf(ROUNDS === 0)('the disk is full in mid-render', { timeout: 400_000 }, async () => {
  const { child, url } = await servers.start();
  const filler = join(servers.dataDir, 'filler');
  const fill = async (): Promise<void> => {
    await writeFile(filler, '');
    const piece = new Uint8Array(64 * 1024);
    await (async () => {
      for (;;) await appendFile(filler, piece);
    })().catch((error: NodeJS.ErrnoException) => expect(error.code).toBe('ENOSPC'));
  };
  const came = await expectSettled(url, 'full@example.com', fill);
  // Who comes then: accounts need no room there, orders and uploads are refused in words.
  const from = performance.now();
  const person = await registerMortal(url, 'later@example.com');
  const registered = Math.round(performance.now() - from);
  const refused = await orderMortal(url, person);
  expect([507, (await refused.json()).code]).toEqual([refused.status, 'storage-full']);
  const { credits } = await person.read<{ credits: number }>(`${url}/api/users/me/`);
  expect(credits).toBe(2000);
  await rm(filler);
  const order = await placeMortalOrder(url, 'again@example.com');
  await expectDone(order, url);
  tell(
    'full disk',
    `${came}; a registration took ${registered} ms, an order was refused in words; then as ever`,
  );
  await servers.stop(child);
});

test.skipIf(ROUNDS === 0)('DATA_DIR is read-only in mid-render', { timeout: 400_000 }, async () => {
  const { child, url } = await servers.start();
  const came = await expectSettled(url, 'ro@example.com', async () => disk?.setReadOnly(true));
  const person = await registerMortal(url, 'ro-later@example.com');
  const refused = await orderMortal(url, person);
  expect([refused.status, (await refused.json()).code]).toEqual([503, 'server-unready']);
  const ready = await (await fetch(`${url}/api/ready`)).json();
  expect(ready.checks.disk.reason).toBe('The disk takes no writes: no uploads and orders are taken.');
  const { credits } = await person.read<{ credits: number }>(`${url}/api/users/me/`);
  expect(credits).toBe(2000);
  disk?.setReadOnly(false);
  const order = await placeMortalOrder(url, 'ro-again@example.com');
  await expectDone(order, url);
  const waited = await timeToAnswer(url);
  tell(
    'read-only DATA_DIR',
    `${came}; an order was refused in words; then as ever, answered within ${waited} ms`,
  );
  await servers.stop(child);
});

test.skipIf(ROUNDS === 0)(
  'the file of a model is lost in mid-render and at rest',
  { timeout: 400_000 },
  async () => {
    const { child, url } = await servers.start();
    const { headers, read } = await registerMortal(url, 'lost@example.com');
    const project = await read<{ model_hash: string; model_glb_url: string }>(`${url}/api/project/active/`);
    const { model_hash: hash } = project;
    const place = join(servers.dataDir, 'files', hash.slice(0, 2), hash.slice(2, 4), hash);
    const kept = `${servers.dataDir}/kept`;
    const came = await expectSettled(url, 'lost2@example.com', async () => {
      execFileSync('mv', [place, kept]);
    });
    const gone = await fetch(url + project.model_glb_url);
    const atRest = await orderMortal(url, { headers, read });
    const answer = (await atRest.json()) as { id?: number; code?: string };
    let end = answer.code ?? '';
    if (atRest.status === 202) {
      const state = () =>
        read<{ status: string; error_code: string; refunded: number }>(`${url}/api/render/${answer.id}/`);
      await expect.poll(async () => (await state()).status, POLL).toBe('error');
      const { error_code: code, refunded } = await state();
      expect(refunded).toBe(200);
      end = code;
    }
    const { credits } = await read<{ credits: number }>(`${url}/api/users/me/`);
    expect(credits).toBe(2000);
    expect((await gone.json()).code).toBe('file-damaged');
    // The bytes come back, and all is as it was.
    execFileSync('mv', [kept, place]);
    tell(
      'lost model',
      `in mid-render ${came}; at rest the order ended as ${end}, nothing charged; the file: ${gone.status}`,
    );
    await servers.stop(child);
  },
);
