import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { closeServer } from '../../../src/server/process/close-server.ts';
import { startTestServer } from '../../support/server.ts';

test('a call in flight is answered, however long that takes', async () => {
  const server = await startTestServer();
  const body = JSON.stringify({ name: 'A', email: 'a@example.com', password: 'a long password' });
  const arrived = once(server.app.server, 'request');
  const answer = fetch(`${server.url}/api/users/register/`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  });
  await arrived;
  const closed = closeServer(server.app, 600_000);
  // Whoever asked keeps the connection for the next call; nobody waits until they let it go.
  let isWaitedFor = false;
  const cut = setTimeout(() => (isWaitedFor = true), server.app.server.keepAliveTimeout);
  expect((await answer).status).toBe(201);
  await closed;
  clearTimeout(cut);
  expect(isWaitedFor).toBe(false);
  await expect(fetch(`${server.url}/api/health`)).rejects.toThrow();
  await server.stop();
});

test('a call that never ends is cut at the deadline', async () => {
  const server = await startTestServer();
  // The head of an upload whose body never comes.
  const { port } = new URL(server.url);
  const begun = once(server.app.server, 'request');
  const endless = connect(Number(port), '127.0.0.1');
  endless.on('error', () => {});
  endless.write(
    'POST /api/users/login/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n{',
  );
  const cut = once(endless, 'close');
  await begun;
  await closeServer(server.app, 1_000);
  await cut;
  await server.stop();
});
