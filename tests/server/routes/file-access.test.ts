import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SessionBody, UserBody } from '../../../src/contract/http/accounts.ts';
import type { LibraryItemBody } from '../../../src/contract/http/libraries.ts';
import { picture, type RenderServer, startRenderServer } from '../../support/render-server.ts';
import type { Person } from '../../support/server.ts';
import { makeStaff } from '../../support/staff.ts';

let server: RenderServer;
let photo: Blob;
beforeAll(async () => {
  server = await startRenderServer({ isWorking: false });
  photo = await picture('#00ff00');
});
afterAll(() => server.stop());

type Headers = Person['headers'];
const call = (method: 'POST' | 'DELETE', path: string, headers: Partial<Headers>, body: object = {}) =>
  fetch(server.url + path, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const headersOf = ({ access_token: token }: SessionBody): Headers => ({ authorization: `Bearer ${token}` });
const statusOf = async (address: string, headers: Partial<Headers> = {}) =>
  (await fetch(server.url + address, { headers })).status;

/** The address of a picture of one's own, as a session is told it. */
async function addressFor(headers: Headers): Promise<string> {
  const answer = await fetch(`${server.url}/api/users/me/`, { headers });
  return ((await answer.json()) as UserBody).avatar_url ?? '';
}

/** Somebody with a picture, who is signed in on two devices: each with its address. */
async function someone() {
  const person = await server.signUp();
  const form = new FormData();
  form.set('avatar', photo, 'me.png');
  const { headers, email, password } = person;
  await fetch(`${server.url}/api/users/me/avatar/`, { method: 'PUT', headers, body: form });
  const login = await call('POST', '/api/users/login/', {}, { email, password });
  const there = (await login.json()) as SessionBody;
  const addresses = [await addressFor(headers), await addressFor(headersOf(there))] as const;
  for (const address of addresses) expect(await statusOf(address)).toBe(200);
  return { person, there, addresses };
}

test('a device that is signed out takes its addresses with it, and those of others go on', async () => {
  const { person, addresses } = await someone();
  expect((await call('POST', '/api/users/logout/', person.headers)).status).toBe(204);
  const answer = await fetch(server.url + addresses[0]);
  expect(answer.status).toBe(404);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(await statusOf(addresses[1])).toBe(200);
});

test('addresses that a program was told end with its API key', async () => {
  const { person } = await someone();
  const { headers, password } = person;
  const made = await call('POST', '/api/users/me/api-keys/', headers, {
    name: 'Sync',
    scopes: ['read'],
    expires_in_days: null,
    password,
  });
  const { id, key } = (await made.json()) as { id: string; key: string };
  const address = await addressFor({ authorization: `Bearer ${key}` });
  expect([await statusOf(address), await statusOf(address, { authorization: `Bearer ${key}` })]).toEqual([
    200, 200,
  ]);
  expect((await call('DELETE', `/api/users/me/api-keys/${id}/`, headers)).status).toBe(204);
  expect(await statusOf(address)).toBe(404);
});

const ENDS: readonly [string, (person: Person) => Promise<Response>][] = [
  ['signing out everywhere', ({ headers }) => call('POST', '/api/users/logout/all/', headers)],
  [
    'another password',
    ({ headers, password }) =>
      call('POST', '/api/users/password/change/', headers, {
        current: password,
        password: `${password} more`,
      }),
  ],
  [
    'deleting the account',
    ({ headers, password }) => call('DELETE', '/api/users/me/', headers, { password }),
  ],
  [
    'staff closing the account',
    async ({ session }) => {
      const staff = await makeStaff(server);
      return call('POST', `/api/staff/users/${session.user.id}/closed/`, staff.headers, { is_closed: true });
    },
  ],
];
test.each(ENDS)('%s ends the addresses of all devices', async (_name, end) => {
  const { person, addresses } = await someone();
  expect((await end(person)).ok).toBe(true);
  for (const address of addresses) expect(await statusOf(address)).toBe(404);
});

test('a refresh token that is used twice ends the addresses of its session', async () => {
  const { there, addresses } = await someone();
  const refresh = (token: string) => call('POST', '/api/users/token/refresh/', {}, { refresh_token: token });
  const first = (await (await refresh(there.refresh_token)).json()) as SessionBody;
  expect(await addressFor(headersOf(first))).toBe(addresses[1]);
  await refresh(first.refresh_token);
  expect((await refresh(there.refresh_token)).status).toBe(401);
  expect(await statusOf(addresses[1])).toBe(404);
  expect(await statusOf(addresses[0])).toBe(200);
});

test('an address is of no use with the token or the session of somebody else', async () => {
  const [ada, ben] = [await someone(), await someone()];
  const [address] = ada.addresses;
  expect(await statusOf(address, ada.person.headers)).toBe(200);
  expect(await statusOf(address, headersOf(ada.there))).toBe(200);
  expect(await statusOf(address, ben.person.headers)).toBe(404);
  const session = (of: string) => new URL(of, server.url).searchParams.get('session') ?? '';
  expect(session(address)).not.toBe('');
  expect(await statusOf(address.replace(session(address), session(ben.addresses[0])))).toBe(404);
});

test('pictures of the library of all outlive a sign-out, and have one address for everybody', async () => {
  const [ada, ben] = [await server.signUp(), await server.signUp()];
  const imageOf = async (person: Person) =>
    (await server.get<LibraryItemBody[]>(person, '/api/material/'))[0]?.image ?? '';
  const image = await imageOf(ada);
  expect(await imageOf(ben)).toBe(image);
  await call('POST', '/api/users/logout/', ada.headers);
  expect(await statusOf(image)).toBe(200);
});
