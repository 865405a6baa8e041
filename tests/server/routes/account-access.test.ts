import { asc } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { users } from '../../../src/server/db/schema/accounts.ts';
import { flatPicture } from '../../support/pictures.ts';
import { type Person, startTestServer, type TestServer } from '../../support/server.ts';
import { makeStaff } from '../../support/staff.ts';

let server: TestServer;
let avatar: Blob;
/** One that counts calls: its one person's registration is the first of its route. */
let limited: TestServer;
let person: Person;
beforeAll(async () => {
  server = await startTestServer();
  limited = await startTestServer({ config: { rateLimitFactor: 1 } });
  person = await limited.signUp();
  avatar = new Blob([new Uint8Array(await flatPicture('#00ff00'))]);
});
afterAll(async () => {
  await server.stop();
  await limited.stop();
});

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: (person: Person) => object;
}

function send({ method, path, body }: Call, person: Person, headers: Record<string, string>) {
  const sent = body?.(person);
  const isForm = sent instanceof FormData;
  return fetch(server.url + path, {
    method,
    headers: { ...headers, ...(sent && !isForm ? { 'content-type': 'application/json' } : {}) },
    body: sent === undefined ? null : isForm ? sent : JSON.stringify(sent),
  });
}

const OWN: readonly (Call & { readonly status: number })[] = [
  { method: 'GET', path: '/api/users/me/', status: 200 },
  { method: 'PATCH', path: '/api/users/me/', body: () => ({ name: 'Changed' }), status: 200 },
  {
    method: 'PATCH',
    path: '/api/users/me/',
    body: ({ email, password }) => ({ email: `new-${email}`, password }),
    status: 200,
  },
  {
    method: 'PUT',
    path: '/api/users/me/avatar/',
    body: () => {
      const form = new FormData();
      form.set('avatar', avatar, 'me.png');
      return form;
    },
    status: 200,
  },
  { method: 'DELETE', path: '/api/users/me/avatar/', status: 200 },
  { method: 'GET', path: '/api/users/me/export/', status: 200 },
  {
    method: 'POST',
    path: '/api/users/password/change/',
    body: ({ password }) => ({ current: password, password: 'another long password' }),
    status: 200,
  },
  // No mail is sent here: that it gets so far is what counts.
  { method: 'POST', path: '/api/users/email/resend/', status: 404 },
  { method: 'POST', path: '/api/users/logout/all/', status: 204 },
  { method: 'DELETE', path: '/api/users/me/', body: ({ password }) => ({ password }), status: 204 },
];

test.each(OWN)(
  '$method $path is for who is signed in, and touches nobody else',
  async ({ status, ...call }) => {
    const everybody = () => server.deps.database.db.select().from(users).orderBy(asc(users.id));
    for (const make of [() => server.signUp(), () => makeStaff(server)]) {
      const bystander = await server.signUp();
      const person = await make();
      const before = await everybody();
      // 1. Nobody, with no token, a made-up one, or one for another purpose.
      for (const headers of [
        {},
        { authorization: 'Bearer made.up.token' },
        { authorization: `Bearer ${person.session.refresh_token}` },
        { cookie: `vitrine_refresh=${person.session.refresh_token}` },
      ]) {
        const refused = await send(call, person, headers as Record<string, string>);
        expect(refused.status).toBe(401);
        expect(await refused.json()).toMatchObject({ code: 'not-authenticated' });
      }
      expect(await everybody()).toEqual(before);

      // 2. The person.
      const answer = await send(call, person, person.headers);
      await answer.arrayBuffer();
      expect(answer.status).toBe(status);
      const isOther = ({ id }: { id: number }) => id !== person.session.user.id;
      expect((await everybody()).filter(isOther)).toEqual(before.filter(isOther));
      const refresh = { refresh_token: bystander.session.refresh_token };
      const goesOn = await server.app.inject({
        method: 'POST',
        url: '/api/users/token/refresh/',
        payload: refresh,
      });
      expect(goesOn.statusCode).toBe(200);
    }
  },
);

test.each([
  [
    'POST',
    '/api/users/register/',
    { name: 'Ada', email: 'nobody@example.com', password: 'a long password' },
    201,
  ],
  ['POST', '/api/users/login/', { email: 'nobody@example.com', password: 'a long password' }, 200],
  ['GET', '/api/users/auth/google/', undefined, 404],
  ['POST', '/api/users/auth/google/', { credential: 'x' }, 404],
  ['POST', '/api/users/password/forgot/', { email: 'nobody@example.com' }, 204],
  ['POST', '/api/users/password/reset/', { token: 'x', password: 'a long password' }, 410],
  ['POST', '/api/users/email/verify/', { token: 'x' }, 410],
  ['POST', '/api/users/logout/', {}, 204],
  ['GET', '/api/waitinglist/status/', undefined, 200],
  ['POST', '/api/waitinglist/register/', { email: 'nobody@example.com' }, 404],
  ['GET', '/api/waitinglist/verify/x/', undefined, 403],
] as const)('%s %s is for everybody', async (method, url, payload, status) => {
  const answer = await server.app.inject({ method, url, ...(payload && { payload }) });
  expect(answer.statusCode).toBe(status);
});

test.each([
  ['/api/users/password/forgot/', { email: 'Ada@example.com' }, 3, 204],
  ['/api/users/email/resend/', undefined, 3, 404],
  ['/api/users/password/reset/', { token: 'x', password: 'a long password' }, 20, 410],
  ['/api/users/email/verify/', { token: 'x' }, 20, 410],
  ['/api/users/auth/google/', { credential: 'x' }, 30, 404],
  ['/api/users/register/', { name: 'Ada', email: 'a@example.com', password: 'short' }, 29, 422],
  ['/api/waitinglist/register/', { email: 'a@example.com' }, 20, 404],
  ['/api/users/password/change/', { current: 'x', password: 'a long password' }, 20, 422],
] as const)('%s is limited', async (url, payload, max, status) => {
  const { headers } = person;
  const call = () => limited.app.inject({ method: 'POST', url, headers, ...(payload && { payload }) });
  for (let count = 0; count < max; count += 1) expect((await call()).statusCode).toBe(status);
  const stopped = await call();
  expect(stopped.statusCode).toBe(429);
  expect(stopped.json()).toMatchObject({ code: 'rate-limited' });
  expect(Number(stopped.headers['retry-after'])).toBeGreaterThan(0);
});
