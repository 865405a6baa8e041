import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBoxes } from '../tests/support/box-model.ts';
import { type FakeComfy, startFakeComfy } from '../tests/support/fake-comfyui/start-fake-comfy.ts';
import { fillWithNoise, makeLargeModel } from '../tests/support/large-model.ts';
import { openStory, SMALL_DRAFTS, type Story, signIn } from './support/open-story.ts';
import { type Node, type ScaledProduct, startScaledProduct } from './support/scaled-product.ts';
import { dropFile, hashOf, waitForModel } from './support/stage.ts';

/** The product on many machines: one of each kind is killed in mid-render, and nobody loses a picture or a credit. */

const BOX = makeBoxes([{ name: 'Box', size: [1, 1, 1], centre: [0, 0, 0], colour: [0.2, 0.3, 0.8, 1] }]);
/** Large enough to be read straight from the store: most of it are bytes that nothing uses. */
const HEAVY = (() => {
  const { head, sizeBytes } = makeLargeModel(BOX, 800 * 1024);
  const bytes = new Uint8Array(sizeBytes);
  bytes.set(head);
  fillWithNoise(bytes, head.length);
  return bytes;
})();
const PATIENCE = { timeout: 300_000 };

let comfies: [FakeComfy, FakeComfy];
let product: ScaledProduct;
let story: Story;
let page: Page;
beforeAll(async () => {
  comfies = await Promise.all([
    startFakeComfy({ holdAt: ['sample@4'] }),
    startFakeComfy({ holdAt: ['sample@4'] }),
  ]);
  product = await startScaledProduct({ COMFY_URLS: comfies.map(({ url }) => url).join(',') });
  const viewport = { width: 1600, height: 800 };
  story = await openStory({ viewport, isEmpty: true, renderSettings: SMALL_DRAFTS }, product.url);
  ({ page } = story);
  await dropFile(page, 'box.glb', BOX);
  await waitForModel(page, hashOf(BOX));
});
afterAll(async () => {
  await story?.close();
  await product?.stop();
  for (const comfy of comfies ?? []) await comfy.kill();
});

const render = () => page.getByRole('button', { name: 'Render with AI', exact: true });
const pictures = () =>
  page.getByRole('region', { name: 'Renders of this project' }).getByRole('button').locator('img');
const of = (role: Node['role']): Node => {
  const node = product.nodes.find((one) => one.role === role);
  if (node === undefined) throw new Error(`no ${role}`);
  return node;
};
/** What the servers say, by whichever of them answers. */
async function ask<Body>(path: string, body?: object): Promise<Body> {
  const answer = await fetch(`${product.url}api/${path}`, {
    headers: {
      'content-type': 'application/json',
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return (await answer.json()) as Body;
}
let token = '';
const credits = async () => (await ask<{ credits: number }>('users/me/')).credits;
const states = async () => (await ask<{ status: string }[]>('render/')).map(({ status }) => status);
const holding = { holdAt: ['sample@4'] };

test('two pictures are drawn on two AI servers; one of each kind dies, and both pictures come, each paid once', async () => {
  const password = 'a long enough password';
  token = (await ask<{ access_token: string }>('users/login/', { email: story.email, password }))
    .access_token;
  const before = await credits();
  await render().click(PATIENCE);
  await comfies[0].until({ kind: 'held' });
  await render().click(PATIENCE);
  await comfies[1].until({ kind: 'held' });
  expect((await states()).sort()).toEqual(['processing', 'processing']);

  await Promise.all([of('api').kill(), of('worker').kill(), comfies[0].kill()]);
  await comfies[1].set({ holdAt: [] });
  await comfies[1].command({ do: 'release' });
  await expect.poll(states, { ...PATIENCE, interval: 500 }).toEqual(['completed', 'completed']);
  const price = (before - (await credits())) / 2;
  expect(price).toBeGreaterThan(0);
  await expect.poll(() => pictures().count(), PATIENCE).toBe(2);

  // The same with all of them back; now the other ones die.
  const [gone] = comfies;
  comfies = [await startFakeComfy({ ...holding, port: gone.port }), comfies[1]];
  await comfies[1].set(holding);
  await comfies[1].command({ do: 'clear-journal' });
  await of('api').restart();
  await of('worker').restart();
  await render().click(PATIENCE);
  await Promise.race([comfies[0].until({ kind: 'held' }), comfies[1].until({ kind: 'held' })]);
  const [, otherApi, , otherWorker] = product.nodes;
  await Promise.all([otherApi?.kill(), otherWorker?.kill()]);
  for (const comfy of comfies) {
    await comfy.set({ holdAt: [] });
    await comfy.command({ do: 'release' });
  }
  await expect.poll(states, { ...PATIENCE, interval: 500 }).toEqual(['completed', 'completed', 'completed']);
  expect(await credits()).toBe(before - 3 * price);
  await expect.poll(() => pictures().count(), PATIENCE).toBe(3);
  // Both that answer have been asked.
  for (const given of product.shares()) expect(given).toBeGreaterThan(0);
  expect(story.errors).toEqual([]);
});

test('on another device a model comes straight from the store, and through the servers where that cannot be reached', async () => {
  await dropFile(page, 'heavy.glb', HEAVY);
  await waitForModel(page, hashOf(HEAVY));
  await page.keyboard.press('Control+s');
  const onServer = async () => (await ask<{ model_hash: string }>('project/active/')).model_hash;
  await expect.poll(onServer, { ...PATIENCE, interval: 500 }).toBe(hashOf(HEAVY));
  const isStore = (address: string) => address.startsWith(product.storeUrl);
  for (const isReachable of [true, false]) {
    const device = await story.context.browser()!.newContext({ locale: 'en-GB', reducedMotion: 'reduce' });
    const other = await device.newPage();
    const [fromStore, errors]: [string[], string[]] = [[], []];
    other.on('pageerror', (error) => errors.push(error.message));
    other.on('response', (answer) => {
      if (isStore(answer.url()) && answer.ok()) fromStore.push(answer.url());
    });
    // Playwright's own routes do not see where a redirect leads.
    const cdp = await device.newCDPSession(other);
    await cdp.send('Network.enable');
    if (!isReachable) await cdp.send('Network.setBlockedURLs', { urls: [`${product.storeUrl}/*`] });
    await signIn(other, story);
    await waitForModel(other, hashOf(HEAVY));
    expect(fromStore.some((address) => address.includes(hashOf(HEAVY)))).toBe(isReachable);
    expect(errors).toEqual([]);
    await device.close();
  }
});
