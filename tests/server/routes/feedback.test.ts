import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FEEDBACK } from '../../../src/contract/constants.ts';
import type { TicketBody } from '../../../src/contract/http/feedback.ts';
import { type Answer, callApi, makeForm } from '../../support/call-api.ts';
import { flatPicture, writeFlatPng } from '../../support/pictures.ts';
import { type Person, startTestServer, type TestServer } from '../../support/server.ts';
import { makeStaff } from '../../support/staff.ts';

let server: TestServer;
let staff: Person;
beforeAll(async () => {
  server = await startTestServer();
  staff = await makeStaff(server);
});
afterAll(() => server.stop());

const CONTEXT = {
  url: 'http://localhost:8000/',
  hash: '#create',
  timestamp: '2026-11-22T01:00:00.000Z',
  userAgent: 'a browser',
  viewport: { width: 1440, height: 900 },
};
const FIELDS = {
  type: 'bug',
  category: 'ui',
  title: 'The chair is blue',
  description: 'It should be red.',
  context: JSON.stringify(CONTEXT),
};
type Fields = Record<string, string | Uint8Array>;

const jpeg = (side = 64) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#c04020' } })
    .jpeg({ quality: 80 })
    .withExif({ IFD0: { Artist: 'Ada' } })
    .toBuffer();
const send = (person: Person, fields: Fields, key?: string): Promise<Answer> =>
  callApi(
    server,
    person,
    'POST',
    '/api/feedback/',
    makeForm(fields, 'screenshot.jpg'),
    key === undefined ? {} : { 'idempotency-key': key },
  );
const tickets = async (query = ''): Promise<TicketBody[]> =>
  (await callApi(server, staff, 'GET', `/api/staff/feedback/${query}`)).body.results;

test('a ticket reaches staff as it was told, with its screenshot and nothing else of the file', async () => {
  const person = await server.signUp('Bo Teller');
  const answer = await send(person, { ...FIELDS, screenshot: await jpeg() });
  expect(answer).toMatchObject({ status: 201, body: { id: expect.stringMatching(/^[0-9a-f-]{36}$/) } });

  const [ticket] = await tickets();
  expect(ticket).toMatchObject({
    id: answer.body.id,
    type: 'bug',
    title: FIELDS.title,
    description: FIELDS.description,
    context: CONTEXT,
    from: { id: person.session.user.id, name: 'Bo Teller', email: person.email },
    closed_at: null,
  });
  const file = await fetch(server.url + ticket?.screenshot);
  expect(file.headers.get('content-type')).toBe('image/jpeg');
  const bytes = Buffer.from(await file.arrayBuffer());
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 64, height: 64 });
  expect((await sharp(bytes).metadata()).exif).toBeUndefined();
  const { dominant } = await sharp(bytes).stats();
  expect(dominant.r).toBeGreaterThan(150);
});

test('told twice with one key it is one ticket; without a screenshot it is one, too', async () => {
  const person = await server.signUp();
  const key = randomUUID();
  const mine = async () => (await tickets()).filter(({ from }) => from.id === person.session.user.id);
  const [first, second] = [await send(person, FIELDS, key), await send(person, FIELDS, key)];
  expect(second.body).toEqual(first.body);
  expect(await mine()).toMatchObject([{ id: first.body.id, screenshot: null }]);
  expect(await send(person, { ...FIELDS, title: 'Other' }, key)).toMatchObject({
    status: 422,
    body: { code: 'idempotency-mismatch' },
  });
  expect(await mine()).toHaveLength(1);
});

test.each<[string, Fields, string]>([
  ['no title', { ...FIELDS, title: '  ' }, 'invalid-request'],
  ['a title of 201 characters', { ...FIELDS, title: 'a'.repeat(201) }, 'invalid-request'],
  ['no description', { ...FIELDS, description: '' }, 'invalid-request'],
  ['too much of a description', { ...FIELDS, description: 'a'.repeat(10_001) }, 'invalid-request'],
  ['another type', { ...FIELDS, type: 'praise' }, 'invalid-request'],
  ['another category', { ...FIELDS, category: 'server' }, 'invalid-request'],
  ['a context that is no JSON', { ...FIELDS, context: '{' }, 'invalid-request'],
  ['a context of another shape', { ...FIELDS, context: '{"url":1}' }, 'invalid-request'],
  ['a file of another name', { ...FIELDS, other: new Uint8Array([1]) }, 'invalid-request'],
  ['an empty file', { ...FIELDS, screenshot: new Uint8Array() }, 'file-empty'],
  ['a text as a file', { ...FIELDS, screenshot: new TextEncoder().encode('hello') }, 'image-unreadable'],
  [
    'a drawing with scripts',
    { ...FIELDS, screenshot: new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>') },
    'file-format-unsupported',
  ],
])('%s is refused in words, and nothing is kept', async (_title, fields, code) => {
  const before = (await tickets()).length;
  const answer = await send(await server.signUp(), fields);
  expect(answer.body).toMatchObject({ code, error: expect.stringMatching(/\w+ \w+/) });
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
  expect(await tickets()).toHaveLength(before);
});

test('pictures that are no screenshot are refused', async () => {
  const person = await server.signUp();
  const code = async (screenshot: Uint8Array) => (await send(person, { ...FIELDS, screenshot })).body.code;
  expect(await code(await flatPicture('#405060'))).toBe('file-format-unsupported');
  expect(await code((await jpeg()).subarray(0, 300))).toBe('image-unreadable');
  expect(await code(writeFlatPng(16_384, 16_384))).toBe('image-too-large');
  const wide = sharp({ create: { width: 8_193, height: 8, channels: 3, background: 'red' } });
  expect(await code(await wide.jpeg().toBuffer())).toBe('image-too-large');
  const large = new Uint8Array(FEEDBACK.screenshotMaxBytes + 1);
  large.set(await jpeg());
  expect(await code(large)).toBe('upload-too-large');
});

test('a day has so many tickets and no more', async () => {
  const limited = await startTestServer({ config: { rateLimitFactor: 1 } });
  try {
    const person = await limited.signUp();
    const tell = () => callApi(limited, person, 'POST', '/api/feedback/', makeForm(FIELDS));
    const statuses = [];
    for (let count = 0; count < 41; count += 1) statuses.push((await tell()).status);
    expect(statuses.slice(0, 40)).toEqual(Array(40).fill(201));
    expect(statuses[40]).toBe(429);
    // Another person is not the one who told so much.
    const other = await limited.signUp();
    expect((await callApi(limited, other, 'POST', '/api/feedback/', makeForm(FIELDS))).status).toBe(201);
  } finally {
    await limited.stop();
  }
});

test('staff look through them by type and state, and close and open them', async () => {
  const person = await server.signUp();
  const love = (await send(person, { ...FIELDS, type: 'love', title: 'Thank you' })).body.id;
  const path = `/api/staff/feedback/${love}/`;
  const ids = async (query: string) => (await tickets(query)).map(({ id }) => id);
  expect(await ids('?type=love')).toEqual([love]);
  expect(await ids('?type=improvement')).toEqual([]);
  expect(await ids('?type=love&state=closed')).toEqual([]);

  const closed = await callApi(server, staff, 'PATCH', path, { is_closed: true });
  expect(closed).toMatchObject({ status: 200, body: { id: love, closed_at: expect.any(String) } });
  expect(await ids('?state=closed')).toEqual([love]);
  expect(await ids('?state=open')).not.toContain(love);
  await callApi(server, staff, 'PATCH', path, { is_closed: true });
  const opened = await callApi(server, staff, 'PATCH', path, { is_closed: false });
  expect(opened.body).toMatchObject({ closed_at: null });
  const missing = await callApi(server, staff, 'PATCH', `/api/staff/feedback/${randomUUID()}/`, {
    is_closed: true,
  });
  expect(missing.status).toBe(404);

  // What was done is written down, once for each time that something changed.
  const acts = await callApi(server, staff, 'GET', `/api/staff/acts/?user=${person.session.user.id}`);
  expect(acts.body.results).toMatchObject([
    { act: 'ticket-opened', staff: 'Ada Example', person: 'Ada Example', detail: { ticket: love } },
    { act: 'ticket-closed' },
  ]);
});

test('they come page by page, each once', async () => {
  const person = await server.signUp();
  for (let count = 0; count < 35; count += 1) await send(person, { ...FIELDS, type: 'problem' });
  const first = await callApi(server, staff, 'GET', '/api/staff/feedback/?type=problem');
  expect(first.body.results).toHaveLength(30);
  const path = `/api/staff/feedback/?type=problem&cursor=${first.body.next}`;
  const second = await callApi(server, staff, 'GET', path);
  expect(second.body).toMatchObject({ next: null });
  const all = [...first.body.results, ...second.body.results].map(({ id }: TicketBody) => id);
  expect(new Set(all).size).toBe(35);
  expect(all).toHaveLength(35);
});
