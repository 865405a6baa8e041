import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let patient: TestServer;
let few: TestServer;
let person: Person;
beforeAll(async () => {
  server = await startTestServer({ config: { bodyPatienceMs: 400 } });
  patient = await startTestServer({ config: { bodyPatienceMs: 2_000 } });
  few = await startTestServer({ config: { connectionsPerAddress: 3 } });
  person = await server.signUp();
});
afterAll(async () => {
  await server?.stop();
  await patient?.stop();
  await few?.stop();
});

const open = ({ url }: TestServer): Socket => connect(Number(new URL(url).port), '127.0.0.1');
function endOf(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk) => {
    text += String(chunk);
  });
  // A connection that is cut off may say so.
  socket.on('error', () => {});
  return new Promise((resolve) => socket.on('close', () => resolve(text)));
}
const head = (path: string, type: string, { headers }: Person) =>
  `POST ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: ${headers.authorization}\r\n` +
  `content-type: ${type}\r\ncontent-length: 1000\r\n\r\n`;

test.each([
  ['of JSON', '/api/project/', 'application/json', '{"name":'],
  [
    'of a picture',
    '/api/picture/',
    'multipart/form-data; boundary=x',
    '--x\r\ncontent-disposition: form-data; ',
  ],
])('a body %s that stops half-way ends with its connection', async (_what, path, type, half) => {
  const socket = open(server);
  const ended = endOf(socket);
  socket.write(head(path, type, person) + half);
  expect(await ended).toMatch(/^HTTP\/1\.1 408 /);
});

test('a body that comes slowly, and goes on coming, arrives', async () => {
  const by = await patient.signUp();
  const socket = open(patient);
  const ended = endOf(socket);
  const body = JSON.stringify({ name: 'x'.repeat(21) });
  const lines = head('/api/project/', 'application/json', by).replace('1000', String(body.length));
  socket.write(lines.replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n'));
  // Together longer than the patience for one that stops, and each far within it.
  for (const piece of body.match(/.{4}/g) ?? []) {
    await new Promise((resolve) => setTimeout(resolve, 300));
    socket.write(piece);
  }
  expect(await ended).toMatch(/^HTTP\/1\.1 201 /);
});

test('an address holds so many connections and no more; one that goes makes room', async () => {
  const held = [open(few), open(few), open(few)];
  await Promise.all(held.map((socket) => once(socket, 'connect')));
  const request = 'GET /api/health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n';
  const refused = open(few);
  const ended = endOf(refused);
  refused.write(request);
  expect(await ended).toBe('');

  for (const socket of held) socket.write(request);
  for (const text of await Promise.all(held.map(endOf))) expect(text).toMatch(/^HTTP\/1\.1 200 /);
  const next = open(few);
  const answered = endOf(next);
  next.write(request);
  expect(await answered).toMatch(/^HTTP\/1\.1 200 /);
});
