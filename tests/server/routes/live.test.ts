import { once } from 'node:events';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { RenderMessage } from '../../../src/contract/render-events.ts';
import { openLiveChannel } from '../../../src/server/renders/queue/live-channel.ts';
import { createLine } from '../../../src/server/renders/queue/watch-line.ts';
import { CHANNELS_PER_ACCOUNT } from '../../../src/server/routes/live.ts';
import { type RenderServer, readMessages, startRenderServer } from '../../support/render-server.ts';
import type { Person } from '../../support/server.ts';

let server: RenderServer;
let now = new Date();
beforeAll(async () => {
  server = await startRenderServer({ now: () => now });
});
afterAll(() => server.stop());

const addressOf = (renderId: number, ticket: string) =>
  `${server.url.replace('http', 'ws')}/ws/render_${renderId}/?ticket=${ticket}`;
const ticketFor = async (person: Person, renderId: number): Promise<string> =>
  (await server.post(person, `/api/render/${renderId}/ticket/`)).body.ticket;

/** What a socket gets instead of an upgrade; 101 when it is let in. */
function knock(address: string, options: { origin?: string } = {}): Promise<number | undefined> {
  const socket = new WebSocket(address, options);
  return new Promise((resolve) => {
    socket.on('unexpected-response', (request, answer) => {
      resolve(answer.statusCode);
      request.destroy();
    });
    socket.on('open', () => {
      resolve(101);
      socket.close();
    });
    socket.on('error', () => {});
  });
}

test('whoever joins late is told at once how far it is and what it looks like', async () => {
  const person = await server.signUp();
  const gate = server.engine.hold();
  const { body } = await server.order(person);
  await gate.reached;
  const socket = new WebSocket(addressOf(body.id, await ticketFor(person, body.id)));
  const seen: RenderMessage[] = [];
  const hasBoth = new Promise<void>((resolve) => {
    socket.on('message', (data) => {
      if (seen.push(JSON.parse(String(data))) === 2) resolve();
    });
  });
  const ended = readMessages(socket);
  await hasBoth;
  expect(seen[0]).toMatchObject({
    type: 'render_progress',
    progress: 10,
    node_id: 'path-trace',
    current_node: 'Path trace',
  });
  expect(seen[1]).toMatchObject({
    type: 'preview',
    preview_base64: expect.stringMatching(/^data:image\/webp;base64,/),
  });
  gate.release();
  expect((await ended).at(-1)).toMatchObject({ type: 'render_completed', status: 'completed' });
});

test('a channel beats while nothing happens, until it ends', async () => {
  const person = await server.signUp();
  const gate = server.engine.hold();
  const { body } = await server.order(person);
  await gate.reached;
  const { database, services } = server.deps;
  const said: string[] = [];
  let beats = () => {};
  const hasBeaten = new Promise<void>((resolve) => {
    beats = resolve;
  });
  const closed = new Promise<number>((resolve) => {
    const socket = {
      bufferedAmount: 0,
      send(text: string) {
        const { type } = JSON.parse(text) as { type: string };
        said.push(type);
        if (said.filter((each) => each === 'heartbeat').length === 3) beats();
      },
      close: resolve,
    };
    const { events } = services;
    const line = createLine({ db: database.db, events, onError: () => {} });
    const source = { db: database.db, urls: services.urls.of(''), events, line };
    openLiveChannel(source, socket, body.id, () => {}, 5);
  });
  await hasBeaten;
  gate.release();
  expect(await closed).toBe(1000);
  expect(said.at(-1)).toBe('render_completed');
});

test('a finished render tells its end and closes', async () => {
  const person = await server.signUp();
  const { body } = await server.order(person);
  const { main_output_url: image } = await server.finish(person, body.id);
  const messages = await server.follow(person, body.id);
  expect(messages).toEqual([
    expect.objectContaining({
      type: 'render_completed',
      status: 'completed',
      render_id: body.id,
      image_urls: [image],
      featured_image: image,
    }),
  ]);
});

test('a ticket opens one channel of one render, once, for thirty seconds', async () => {
  const person = await server.signUp();
  const gate = server.engine.hold();
  const { body } = await server.order(person);
  const other = await server.order(person);
  const spent = await ticketFor(person, body.id);
  expect(await knock(addressOf(body.id, spent))).toBe(101);
  expect(await knock(addressOf(body.id, spent))).toBe(401);
  expect(await knock(addressOf(other.body.id, await ticketFor(person, body.id)))).toBe(401);
  expect(await knock(addressOf(body.id, 'made-up'))).toBe(401);
  const late = await ticketFor(person, body.id);
  now = new Date(now.getTime() + 30_001);
  expect(await knock(addressOf(body.id, late))).toBe(401);
  gate.release();
});

test('pages of other origins do not get in', async () => {
  const person = await server.signUp();
  const { body } = await server.order(person);
  const ticket = await ticketFor(person, body.id);
  expect(await knock(addressOf(body.id, ticket), { origin: 'https://evil.example' })).toBe(403);
  expect(await knock(addressOf(body.id, ticket), { origin: server.url })).toBe(101);
});

test('a channel ends with the session it was opened in, and no ticket of that opens another', async () => {
  const person = await server.signUp();
  const gate = server.engine.hold();
  const { body } = await server.order(person);
  await gate.reached;
  const there = await server.app.inject({
    method: 'POST',
    url: '/api/users/login/',
    payload: { email: person.email, password: person.password },
  });
  const other = { ...person, headers: { authorization: `Bearer ${there.json().access_token}` } };
  const open = async (who: Person) => {
    const socket = new WebSocket(addressOf(body.id, await ticketFor(who, body.id)));
    await new Promise((resolve) => socket.once('message', resolve));
    return socket;
  };
  const [here, elsewhere] = [await open(person), await open(other)];
  const left = await ticketFor(person, body.id);
  const closed = new Promise((resolve) => here.once('close', resolve));
  await server.app.inject({
    method: 'POST',
    url: '/api/users/logout/',
    headers: person.headers,
    payload: {},
  });
  expect(await closed).toBe(4401);
  const late = new WebSocket(addressOf(body.id, left));
  expect(await new Promise((resolve) => late.once('close', resolve))).toBe(4401);
  expect(elsewhere.readyState).toBe(WebSocket.OPEN);
  const ended = readMessages(elsewhere);
  gate.release();
  expect((await ended).at(-1)).toMatchObject({ type: 'render_completed', status: 'completed' });
});

async function programOf(person: Person): Promise<Person & { keyId: string }> {
  const { body } = await server.post(person, '/api/users/me/api-keys/', {
    name: 'Shop',
    scopes: ['read', 'render'],
    expires_in_days: 1,
    password: person.password,
  });
  return { ...person, headers: { authorization: `Bearer ${body.key}` }, keyId: body.id };
}

test('a channel ends with the API key that it was opened with, when it is revoked and when its time is over', async () => {
  const person = await server.signUp();
  const gate = server.engine.hold();
  const { body } = await server.order(person);
  await gate.reached;
  const programs = [await programOf(person), await programOf(person)] as const;
  // What the channels ask every 25 seconds is asked when this test says so.
  vi.useFakeTimers({ toFake: ['setInterval'] });
  try {
    const open = async (who: Person) => {
      const socket = new WebSocket(addressOf(body.id, await ticketFor(who, body.id)));
      const closed = new Promise((resolve) => socket.once('close', resolve));
      await new Promise((resolve) => socket.once('message', resolve));
      return { socket, closed };
    };
    const revoked = await open(programs[0]);
    const expired = await open(programs[1]);
    const { keyId } = programs[0];
    const url = `/api/users/me/api-keys/${keyId}/`;
    const answer = await server.app.inject({ method: 'DELETE', url, headers: person.headers });
    expect(answer.statusCode).toBe(204);
    expect(await revoked.closed).toBe(4401);
    expect(expired.socket.readyState).toBe(WebSocket.OPEN);
    const { db } = server.deps.database;
    await db.execute(`update api_keys set expires_at = now() where id = '${programs[1].keyId}'`);
    vi.advanceTimersByTime(25_000);
    expect(await expired.closed).toBe(4401);
  } finally {
    vi.useRealTimers();
    gate.release();
  }
});

test('deleting the account ends its live channels', async () => {
  const person = await server.signUp();
  const gate = server.engine.hold();
  const { body } = await server.order(person);
  await gate.reached;
  const socket = new WebSocket(addressOf(body.id, await ticketFor(person, body.id)));
  await new Promise((resolve) => socket.once('message', resolve));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const deleted = await server.app.inject({
    method: 'DELETE',
    url: '/api/users/me/',
    headers: person.headers,
    payload: { password: person.password },
  });
  expect(deleted.statusCode).toBe(204);
  expect(await closed).toBe(4401);
  gate.release();
});

test('an account holds so many channels and no more; one that is closed makes room, and others have their own', async () => {
  const [person, other] = [await server.signUp(), await server.signUp()];
  const gate = server.engine.hold();
  const { body } = await server.order(person);
  await gate.reached;
  const join = async () => {
    const socket = new WebSocket(addressOf(body.id, await ticketFor(person, body.id)));
    await once(socket, 'open');
    return socket;
  };
  const held = await Promise.all(Array.from({ length: CHANNELS_PER_ACCOUNT }, join));
  const visit = async (who: Person, renderId: number) =>
    knock(addressOf(renderId, await ticketFor(who, renderId)));
  expect(await visit(person, body.id)).toBe(429);
  const theirs = await server.order(other);
  expect(await visit(other, theirs.body.id)).toBe(101);

  held[0]?.terminate();
  await expect.poll(() => visit(person, body.id)).toBe(101);
  for (const socket of held) socket.terminate();
  gate.release();
  await server.finish(person, body.id);
});
