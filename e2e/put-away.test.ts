import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readShims } from './support/shims.ts';
import { type Claims, openClaims } from './support/soak/claims.ts';
import type { Device } from './support/soak/device.ts';
import { order, typePrompt } from './support/soak/edits.ts';
import { comeToRest, openSession, type Session } from './support/soak/session.ts';
import { waitForAnyModel } from './support/stage.ts';
import { rememberedCamera, viewerFacts } from './support/viewer-facts.ts';

/** The app is put away on a tablet for ten minutes: the system freezes its page, or ends it. */

const PATIENCE = { timeout: 300_000, interval: 100 };
const TEN_MINUTES_MS = 600_000;

let session: Session;
let device: Device;
let claims: Claims;
beforeAll(async () => {
  session = await openSession(['A']);
  device = session.devices[0]!;
  claims = openClaims(session.log, session.email, session.folder);
});
afterAll(() => session?.close());

const tool = (page: Page) => page.getByRole('region', { name: 'Camera' });
/** A viewer on the page cannot be asked. */
const isOnPage = readShims().includes('offscreen-webgl');
const camera = async (page: Page) =>
  isOnPage ? rememberedCamera(page) : ((await viewerFacts(page))?.camera ?? null);

const PRESSES = 4;

/** Looks at the product from elsewhere, with a tool in hand. @returns The camera at rest. */
async function workOn(page: Page, key: string) {
  const from = await camera(page);
  const stage = page.getByRole('application', { name: '3D stage' });
  await stage.focus();
  for (let press = 0; press < PRESSES; press += 1) await page.keyboard.press(key);
  // It glides there. The page remembers where it came to rest, and nothing of the way.
  let last = from;
  await expect
    .poll(async () => {
      last = await camera(page);
      const isThere =
        JSON.stringify(last?.position) === JSON.stringify((await rememberedCamera(page))?.position);
      return isThere && JSON.stringify(last) !== JSON.stringify(from);
    }, PATIENCE)
    .toBe(true);
  if ((await tool(page).count()) === 0) await page.keyboard.press('k');
  await tool(page).waitFor();
  await comeToRest([device]);
  return last;
}

/** All that the person had in front of them is there. */
async function expectBack(page: Page, before: Awaited<ReturnType<typeof camera>>): Promise<void> {
  await waitForAnyModel(page);
  await tool(page).waitFor();
  await expect.poll(() => camera(page), PATIENCE).toEqual(before);
}

const shown = (page: Page) =>
  page.getByRole('region', { name: 'Renders of this project' }).getByRole('button').locator('img').count();
const rendersWith = async (status: string) =>
  (
    await session.log.ask<{ count: number }>(
      `select count(*)::int as count from renders where status = '${status}'`,
    )
  )[0]?.count ?? -1;

test('frozen, and meanwhile the network goes, the render ends and the token runs out: all is back, and the picture is there once', async () => {
  const page = await device.page();
  const before = await workOn(page, 'ArrowRight');
  await typePrompt(await device.tab(), 'order-1', claims);
  await order(await device.tab(), 'order-1', claims);
  await expect.poll(() => claims.hasReached('order-1'), PATIENCE).toBe(true);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Page.setWebLifecycleState', { state: 'frozen' });
  session.proxy.set({ kind: 'refuse' });
  session.proxy.cut();
  await expect.poll(() => rendersWith('completed'), PATIENCE).toBe(1);
  // While it sleeps ten minutes go by for it, and the server takes its token no more.
  await cdp.send('Runtime.evaluate', {
    expression: `
      globalThis.clockSkew = ${TEN_MINUTES_MS};
      localStorage.setItem('access_token', localStorage.getItem('access_token').replace(/[^.]+$/, 'A'.repeat(43)));`,
  });
  await cdp.send('Page.setWebLifecycleState', { state: 'active' });
  await page.getByRole('banner').getByText('Server not reached, work is safe here').waitFor();
  await expectBack(page, before);
  const renewed = page.waitForResponse(/\/api\/users\/token\/refresh\/$/);
  session.proxy.set({ kind: 'pass' });
  expect((await renewed).status()).toBe(200);
  await expect.poll(() => shown(page), PATIENCE).toBe(1);
  await comeToRest([device]);
  expect(await shown(page)).toBe(1);
  await expectBack(page, before);
  expect(device.errors).toEqual([]);
});

test('ended by the system while a render runs: the app opens with scene, camera and tool, and goes on watching', async () => {
  const page = await device.page();
  const before = await workOn(page, 'ArrowUp');
  const images = page.getByRole('textbox', { name: 'Images' });
  await images.fill('4');
  await images.press('Enter');
  await typePrompt(await device.tab(), 'order-2', claims);
  await order(await device.tab(), 'order-2', claims);
  await expect.poll(() => claims.hasReached('order-2'), PATIENCE).toBe(true);
  await device.kill();
  await session.killServer();
  expect(await rendersWith('completed')).toBe(1);
  await device.setClock(2 * TEN_MINUTES_MS);
  // Opened without the server first, as on the way.
  const again = await device.page();
  await expectBack(again, before);
  const channel = again.waitForEvent('websocket');
  await session.startServer();
  expect((await channel).url()).toContain('/ws/render_');
  await expect.poll(() => rendersWith('completed'), PATIENCE).toBe(2);
  await expect.poll(() => shown(again), PATIENCE).toBe(2);
  await expectBack(again, before);
  expect(device.errors).toEqual([]);
});
