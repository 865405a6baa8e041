import { expect, inject, test } from 'vitest';
import { openBrowser } from './support/browser.ts';
import { enter, register } from './support/open-story.ts';
import { waitForAnyModel } from './support/stage.ts';

/** A telephone away from the town: 1.6 Mbit/s, and 150 ms to the server and back. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 };
/** JavaScript before the first thing that can be done, as it travels. */
const FIRST_SCRIPTS_MAX_BYTES = 190_000;
/** What is fetched while a person types who they are. */
const LATER = /\/assets\/(shared-studio|shared-at-rest|shared-after-sign-in|late-|viewer-worker)/;

test('on a slow line one signs in before the studio has come, and then it comes', async () => {
  const url = inject('productUrl');
  const { email } = await register(url, 'Ada');
  const browser = await openBrowser();
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce' });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  const client = await context.newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.emulateNetworkConditions', SLOW);
  const scripts = new Map<string, { readonly url: string; bytes: number }>();
  client.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script') scripts.set(requestId, { url: response.url, bytes: 0 });
  });
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const script = scripts.get(requestId);
    if (script !== undefined) script.bytes = encodedDataLength;
  });

  // 1. What asks who somebody is needs nothing of what comes later, which is still on its way.
  let arrive = (): void => {};
  const onItsWay = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(LATER, async (route) => {
    await onItsWay;
    await route.continue();
  });
  await page.goto(url);
  await page.getByLabel('E-mail').waitFor();
  const first = [...scripts.values()];
  expect(first.length).toBeGreaterThan(2);
  expect(first.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(FIRST_SCRIPTS_MAX_BYTES);

  // 2. Who signs in waits for the studio, and then has it.
  await enter(page, email);
  arrive();
  await waitForAnyModel(page);
  expect(errors).toEqual([]);
  await browser.close();
});
