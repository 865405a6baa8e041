import { request as ask, createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { listViolations } from './support/list-violations.ts';
import { openStory, type Story } from './support/open-story.ts';

/** The server was given a newer version while a page of the older one was open. */

const PATIENCE = { timeout: 300_000 };

let isUpdated = false;
let front: Server;
let story: Story;
beforeAll(async () => {
  front = createServer((incoming, outgoing) => {
    const path = incoming.url ?? '/';
    if (isUpdated && /^\/assets\/LedgerModal-.*\.js/.test(path)) {
      outgoing.writeHead(404).end();
      return;
    }
    const isWorker = isUpdated && path === '/offline.js';
    // Whole and in words, whatever the browser has of it.
    const headers = isWorker ? { host: incoming.headers.host } : incoming.headers;
    const passed = ask(
      new URL(path, inject('productUrl')),
      { method: incoming.method, headers },
      (answer) => {
        const { 'content-length': _length, etag: _etag, ...rest } = answer.headers;
        outgoing.writeHead(answer.statusCode ?? 502, isWorker ? rest : answer.headers);
        answer.pipe(outgoing, { end: !isWorker });
        if (isWorker) answer.on('end', () => outgoing.end('\n// The next version.'));
      },
    );
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const url = `http://localhost:${(front.address() as AddressInfo).port}/`;
  story = await openStory(
    { isEmpty: true, serviceWorkers: 'allow', viewport: { width: 1180, height: 820 } },
    url,
  );
});
afterAll(async () => {
  await story?.close();
  front?.closeAllConnections();
  front?.close();
});

test('a part that only the older version had leads to the newer one, and another try does where there is none', async () => {
  const { page } = story;
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active?.state !== 'activated') {
      await new Promise((resolve) => active?.addEventListener('statechange', resolve));
    }
  });
  isUpdated = true;
  await page.evaluate(() => {
    location.hash = 'ledger';
  });
  const part = page.getByRole('dialog').getByRole('alert');
  await part.getByText('This part of the app could not be loaded.').waitFor(PATIENCE);
  await part.getByText('A new version is ready.').waitFor(PATIENCE);
  // The line that says so is a message, also for who does not see it.
  expect(await listViolations(page)).toEqual([]);
  await page
    .locator('[role=status]')
    .filter({ hasText: 'A new version is ready.' })
    .waitFor({ state: 'attached' });
  // What was left out is there again.
  isUpdated = false;
  const loaded = page.waitForEvent('load', PATIENCE);
  await part.getByRole('button', { name: 'Update' }).click();
  await loaded;
  await page.getByRole('dialog', { name: 'Credit movements' }).getByText('Balance').first().waitFor(PATIENCE);
  expect(story.errors).toEqual([]);
});
