import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { UPLOAD_PART_BYTES } from '../src/contract/constants.ts';
import type { ProjectBody } from '../src/contract/http/projects.ts';
import { makeBoxes } from '../tests/support/box-model.ts';
import { fillWithNoise, type LargeModel, makeLargeModel } from '../tests/support/large-model.ts';
import { askAs } from './support/ask-as.ts';
import { enter, register } from './support/open-story.ts';
import { type Claims, openClaims } from './support/soak/claims.ts';
import type { Device } from './support/soak/device.ts';
import { deleteView, order, rename, saveView, typePrompt } from './support/soak/edits.ts';
import { comeToRest, openSession, type Session } from './support/soak/session.ts';
import { hashOf, waitForAnyModel, waitForModel } from './support/stage.ts';

/** What breaks by plan, one thing after the other: docs/faults.md lists it by number. */

const PATIENCE = { timeout: 300_000, interval: 100 };
const colour = [0.8, 0.3, 0.1, 1] as const;
/** Three parts, the last one short. */
const large = (name: string): LargeModel =>
  makeLargeModel(
    makeBoxes([{ name, size: [1, 1, 2], centre: [0, 0, 0], colour }]),
    2 * UPLOAD_PART_BYTES + 4_000_000,
  );

let session: Session;
let device: Device;
let claims: Claims;
beforeAll(async () => {
  session = await openSession(['A']);
  device = session.devices[0]!;
  claims = openClaims(session.log, session.email, session.folder);
});
afterAll(() => session?.close());

/** What was said to be safe is there, once. */
async function allIsWell(): Promise<void> {
  await comeToRest([device]);
  await expect
    .poll(async () => {
      await claims.check([await device.kept()]);
      return true;
    }, PATIENCE)
    .toBe(true);
  expect(device.errors).toEqual([]);
}

async function dropLarge(page: Page, { head, sizeBytes }: LargeModel, name: string): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([base64, size, fill, fileName]) => {
      const bytes = new Uint8Array(size);
      bytes.set(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)));
      // Our own function, as text: a page has none of ours.
      new Function('bytes', 'from', `(${fill})(bytes, from)`)(bytes, atob(base64).length);
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([bytes], fileName));
      return dataTransfer;
    },
    [Buffer.from(head).toString('base64'), sizeBytes, fillWithNoise.toString(), name] as const,
  );
  await page.dispatchEvent('body', 'dragover', { dataTransfer: transfer });
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
}
/** Parts of an upload that the server has acknowledged, how often each. */
async function partsTaken(): Promise<Map<string, number>> {
  const taken = new Map<string, number>();
  for (const { operation, row } of await session.log.read('upload_parts')) {
    const part = `${row.upload_id} ${row.part}`;
    if (operation === 'INSERT') taken.set(part, (taken.get(part) ?? 0) + 1);
  }
  return taken;
}
const partsSince = async (before: number) => (await partsTaken()).size - before;
const owns = async (hash: string) =>
  (await session.log.ask('select 1 from owned_files where hash = $1', [hash])).length > 0;

test('1: browser and server killed, the product opens from this device with project and model, and serves no call from its memory', async () => {
  await device.kill();
  await session.killServer();
  const page = await device.page();
  await waitForAnyModel(page);
  await page.getByRole('banner').getByText('Server not reached, work is safe here').waitFor();
  expect(
    await page.evaluate(() =>
      fetch('/api/health').then(
        () => 'answered',
        () => 'failed',
      ),
    ),
  ).toBe('failed');
  // An address inside of it, too.
  await page.goto(new URL('/#pricing', session.url).href);
  await page.reload();
  await waitForAnyModel(page);
  await page.goto(session.url);
  await session.startServer();
  await allIsWell();
});

test('2 and 3: fifty edits offline, a reload, fifty more and a killed tab are all there, in few writes', async () => {
  const writes = async () => (await session.log.read('projects')).length;
  session.proxy.set({ kind: 'refuse' });
  const before = await writes();
  for (let mark = 1; mark <= 50; mark += 1) await rename(await device.tab(), `name-${mark}`, claims);
  await device.reload();
  for (let mark = 51; mark <= 100; mark += 1) await rename(await device.tab(), `name-${mark}`, claims);
  await device.crashTab();
  session.proxy.set({ kind: 'pass' });
  await allIsWell();
  expect((await device.kept()).settings.name).toBe('name-100');
  expect((await writes()) - before).toBeLessThan(10);
});

test('4: writes whose answer is lost happen once', async () => {
  const writes = [
    () => device.tab().then((tab) => saveView(tab, claims)),
    () => device.tab().then((tab) => saveView(tab, claims)),
    () => device.tab().then((tab) => deleteView(tab, claims.viewsOf('A')[0] ?? '', claims)),
    async () => {
      await typePrompt(await device.tab(), 'order-1', claims);
      await order(await device.tab(), 'order-1', claims);
    },
    async () => {
      await typePrompt(await device.tab(), 'order-2', claims);
      await order(await device.tab(), 'order-2', claims);
    },
  ];
  for (const [index, write] of writes.entries()) {
    const before = session.proxy.lost;
    session.proxy.loseNextAnswer();
    await write();
    await expect.poll(() => session.proxy.lost, { ...PATIENCE, message: `write ${index}` }).toBe(before + 1);
    await comeToRest([device]);
  }
  await allIsWell();
});

test('5 and 6: a server, a tab and a browser killed in the middle of an upload: it goes on, and no part that arrived is sent again', async () => {
  const model = large('Killed');
  const before = (await partsTaken()).size;
  // So slow that there is a middle.
  session.proxy.set({ kind: 'slow', bytesPerSecond: 12_000_000, delayMs: 0 });
  const page = await device.page();
  await dropLarge(page, model, 'killed.glb');
  await waitForModel(page, model.hash);
  await page.keyboard.press('Control+s');
  await expect.poll(() => partsSince(before), PATIENCE).toBeGreaterThanOrEqual(1);
  await session.killServer();
  await session.startServer();
  await device.crashTab();
  await device.page();
  await expect.poll(() => partsSince(before), PATIENCE).toBeGreaterThanOrEqual(2);
  await device.kill();
  await waitForModel(await device.page(), model.hash);
  await expect.poll(() => owns(model.hash), PATIENCE).toBe(true);
  session.proxy.set({ kind: 'pass' });
  await comeToRest([device]);
  expect([...(await partsTaken()).values()].filter((count) => count > 1)).toEqual([]);
  expect(await partsSince(before)).toBe(3);
  // What the server has is what was dropped.
  const { model_glb_url: address } = await askAs<ProjectBody>(await device.page(), 'project/active/');
  const answer = await fetch(new URL(address ?? '', session.url));
  const bytes = new Uint8Array(await answer.arrayBuffer());
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(model.hash);
  expect(device.errors).toEqual([]);
});

test('8: of two tabs with one upload the second takes over when the first is closed', async () => {
  const model = large('Taken over');
  const before = (await partsTaken()).size;
  session.proxy.set({ kind: 'slow', bytesPerSecond: 12_000_000, delayMs: 0 });
  const first = await device.page();
  await device.openTab();
  const second = await device.page();
  expect(second).not.toBe(first);
  await first.bringToFront();
  await dropLarge(first, model, 'taken-over.glb');
  await waitForModel(first, model.hash);
  await first.keyboard.press('Control+s');
  await expect.poll(() => partsSince(before), PATIENCE).toBeGreaterThanOrEqual(1);
  await first.close();
  await expect.poll(() => owns(model.hash), PATIENCE).toBe(true);
  session.proxy.set({ kind: 'pass' });
  await comeToRest([device]);
  expect(await partsSince(before)).toBe(3);
  expect([...(await partsTaken()).values()].filter((count) => count > 1)).toEqual([]);
});

test('9: a file that is gone from the disk after it was opened is sent all the same', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-gone-'));
  const path = join(folder, 'gone.glb');
  const bytes = makeBoxes([{ name: 'Gone', size: [2, 1, 1], centre: [0, 0, 0], colour }]);
  writeFileSync(path, bytes);
  const page = await device.page();
  await page.locator('input[type=file][multiple]').first().setInputFiles(path);
  await waitForModel(page, hashOf(bytes));
  rmSync(folder, { recursive: true });
  await page.keyboard.press('Control+s');
  await expect.poll(() => owns(hashOf(bytes)), PATIENCE).toBe(true);
  await comeToRest([device]);
  expect(device.errors).toEqual([]);
});

test('15: a session that ended: what waits is nobody else’s, and goes when its person is back', async () => {
  const names = async () =>
    (await session.log.ask<{ name: string }>('select name from projects')).map(({ name }) => name);
  session.proxy.set({ kind: 'refuse' });
  await saveView(await device.tab(), claims);
  await rename(await device.tab(), 'name-201', claims);
  await session.log.ask('delete from refresh_tokens');
  await session.killServer();
  await session.startServer({ JWT_SECRET: 'another secret than the one that signed what the page has' });
  session.proxy.set({ kind: 'pass' });
  const page = await device.page();
  const asks = page.locator('input[type=password]');
  await asks.waitFor();
  expect(await names()).not.toContain('name-201');

  // Somebody else has neither the project nor what waits.
  const other = await register(session.url, 'Grace');
  await enter(page, other.email);
  const field = page.getByRole('textbox', { name: 'Project name' });
  await field.waitFor();
  expect(await field.inputValue()).not.toBe('name-201');
  expect(await names()).not.toContain('name-201');
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await asks.waitFor();

  await enter(page, session.email);
  await expect.poll(() => field.inputValue(), PATIENCE).toBe('name-201');
  await allIsWell();
  expect(await names()).toContain('name-201');
});

test('27: a line that is there for a second and gone for a second, for twenty: few probes, and all is sent', async () => {
  const page = await device.page();
  const probes: number[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/health')) probes.push(Date.now());
  });
  const begun = Date.now();
  for (let mark = 301; Date.now() - begun < 20_000; mark += 1) {
    session.proxy.set(mark % 2 === 0 ? { kind: 'pass' } : { kind: 'refuse' });
    await rename(await device.tab(), `name-${mark}`, claims);
    await pause(1_000);
  }
  session.proxy.set({ kind: 'pass' });
  // One in two seconds, and one for each call that failed on the way there.
  expect(probes.length).toBeLessThanOrEqual(25);
  await allIsWell();
});

test('28: a tab that was frozen while its render ended shows it once when it is back', async () => {
  await typePrompt(await device.tab(), 'order-401', claims);
  await order(await device.tab(), 'order-401', claims);
  await expect.poll(() => claims.hasReached('order-401'), PATIENCE).toBe(true);
  const page = await device.page();
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Page.setWebLifecycleState', { state: 'frozen' });
  // As a system does it that puts a page to sleep: what was open is gone when it wakes.
  session.proxy.cut();
  await expect
    .poll(
      async () => (await session.log.ask("select 1 from renders where status <> 'completed'")).length,
      PATIENCE,
    )
    .toBe(0);
  await cdp.send('Page.setWebLifecycleState', { state: 'active' });
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  const renders = page.getByRole('region', { name: 'Renders of this project' });
  const shown = async () => renders.getByRole('button').locator('img').count();
  const [{ count } = { count: -1 }] = await session.log.ask<{ count: number }>(
    'select count(*)::int as count from renders',
  );
  await expect.poll(shown, PATIENCE).toBe(count);
  await allIsWell();
  expect(await shown()).toBe(count);
});
