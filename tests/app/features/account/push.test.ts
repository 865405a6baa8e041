import { expect, test } from 'vitest';
import { renewPush } from '../../../../src/app/features/account/push.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp } from '../../../support/fake-outside.ts';

const HERE = { endpoint: 'https://push.test/here', keys: { p256dh: 'p', auth: 'a' } };

/** A browser that has a subscription of its person, who wants it. @param known What the server knows of it. */
function openBrowser(known: string | null) {
  const server = createFakeServer();
  const { fetch } = server;
  const sent: string[] = [];
  server.fetch = async (input, init) => {
    if (!input.endsWith('/api/users/push/')) return fetch(input, init);
    if (init?.method === 'PUT') sent.push(String(init.body));
    if (init?.method === 'PUT') return Response.json(null);
    return Response.json({ public_key: 'key', endpoint: known });
  };
  const outside = createFakeOutside(server);
  let isWanted = true;
  const push: typeof outside.push = {
    ...outside.push,
    way: () => 'possible',
    current: async () => HERE,
    subscribe: async () => ({ kind: 'subscribed', subscription: HERE }),
    isWanted: () => isWanted,
    keepWanted: (next) => {
      isWanted = next;
    },
  };
  return { app: createTestApp({ ...outside, push }), push, sent };
}

test('where the server has no subscription any more, the page tells of pictures itself again', async () => {
  const { app, push, sent } = openBrowser(null);
  await renewPush(app);
  expect([push.isWanted(), sent]).toEqual([false, []]);
});

test('one that the browser has changed is said again, and one that is known is not', async () => {
  const changed = openBrowser('https://push.test/before');
  await renewPush(changed.app);
  expect([changed.push.isWanted(), changed.sent.map((body) => JSON.parse(body))]).toEqual([true, [HERE]]);
  const same = openBrowser(HERE.endpoint);
  await renewPush(same.app);
  expect([same.push.isWanted(), same.sent]).toEqual([true, []]);
});
