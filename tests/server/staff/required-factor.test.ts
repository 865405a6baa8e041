import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOwnerLink } from '../../../src/server/accounts/make-owner-link.ts';
import { makeExample } from '../../../src/server/http/describe/make-example.ts';
import { listCalls } from '../../support/attack/list-calls.ts';
import { callApi } from '../../support/call-api.ts';
import { codeOf, STEP_MS, signInAgain, switchOnFactor } from '../../support/second-factor.ts';
import { type Person, startTestServer, type TestServer } from '../../support/server.ts';
import { makeStaff } from '../../support/staff.ts';

const REQUIRED = { status: 403, body: { code: 'second-factor-required' } };
const PATH = '/api/users/me/second-factor/';

let server: TestServer;
let timeMs = Date.now();
beforeAll(async () => {
  server = await startTestServer({
    now: () => new Date(timeMs),
    config: { staffNeedFactor: true, host: '0.0.0.0' },
  });
});
afterAll(() => server.stop());

const people = (by: Person) => callApi(server, by, 'GET', '/api/staff/users/');
const nextCode = (secret: string): string => {
  timeMs += STEP_MS;
  return codeOf(secret, timeMs);
};

test('every call of staff is refused to staff without a second factor, for that reason', async () => {
  const staff = await makeStaff(server);
  const calls = listCalls(server.routes).filter(({ path }) => path.startsWith('/api/staff/'));
  const answers = await Promise.all(
    calls.map(async ({ method, path, params, body }) => {
      const url = Object.keys(params).reduce((made, name) => made.replace(`:${name}`, '1'), path);
      const payload = body === null ? {} : { payload: makeExample(body, true) as object };
      const answer = await server.app.inject({ method, url, headers: staff.headers, ...payload });
      return [`${method} ${path}`, answer.statusCode, answer.json().code] as const;
    }),
  );
  expect(calls.length).toBeGreaterThan(15);
  expect(answers.filter(([, status, code]) => status !== 403 || code !== REQUIRED.body.code)).toEqual([]);
  // What they have as a person is theirs all the same, and nobody else learns of the rule.
  expect(await callApi(server, staff, 'GET', '/api/users/me/')).toMatchObject({ status: 200 });
  expect(await people(await server.signUp())).toMatchObject({ status: 404 });
});

test('what is everybody’s in the libraries is changed by staff with a second factor only', async () => {
  const staff = await makeStaff(server);
  const wanted = { name: 'Marble', asset_type: 'material', is_global: true };
  const make = (by: Person, body: object) => callApi(server, by, 'POST', '/api/category/', body);
  expect(await make(staff, wanted)).toMatchObject(REQUIRED);
  expect(await make(staff, { ...wanted, is_global: false })).toMatchObject({ status: 201 });
  expect(await make(await server.signUp(), wanted)).toMatchObject({
    status: 403,
    body: { code: 'forbidden' },
  });
  await switchOnFactor(server, staff);
  expect(await make(staff, { ...wanted, name: 'Slate' })).toMatchObject({ status: 201 });
});

test('once it is on the place of staff opens in the same session, and it is not switched off', async () => {
  const staff = await makeStaff(server);
  expect(await callApi(server, staff, 'GET', PATH)).toMatchObject({
    body: { is_on: false, is_required: true },
  });
  const { secret, codes, password } = await switchOnFactor(server, staff);
  expect(await people(staff)).toMatchObject({ status: 200 });
  expect(await callApi(server, staff, 'GET', '/api/staff/')).toMatchObject({ status: 204 });
  const off = (code = '') => callApi(server, staff, 'POST', `${PATH}off/`, { password, code });
  const stays = { status: 409, body: { code: 'second-factor-stays' } };
  expect(await off(nextCode(secret))).toMatchObject(stays);
  expect(await off(codes[0])).toMatchObject(stays);
  expect(await callApi(server, staff, 'GET', PATH)).toMatchObject({
    body: { is_on: true, is_required: true, codes_left: 10 },
  });
  // For everybody else it is their own choice.
  const person = await switchOnFactor(server, await server.signUp());
  expect(await callApi(server, person, 'GET', PATH)).toMatchObject({ body: { is_required: false } });
  const proof = { password: person.password, code: person.codes[0] };
  expect(await callApi(server, person, 'POST', `${PATH}off/`, proof)).toMatchObject({ status: 204 });
});

test('a session from before the second factor proves it once, and one that was opened with it need not', async () => {
  const staff = await makeStaff(server);
  const old = await signInAgain(server, staff);
  timeMs += 1000;
  const { secret, password } = await switchOnFactor(server, staff);
  const needed = { status: 403, body: { code: 'password-needed' } };
  expect(await people(old)).toMatchObject(needed);
  const confirm = (proof: object) =>
    callApi(server, old, 'POST', '/api/users/password/confirm/', { password, ...proof });
  expect(await confirm({})).toMatchObject({ body: { code: 'second-factor-wrong' } });
  expect(await people(old)).toMatchObject(needed);
  expect(await confirm({ code: nextCode(secret) })).toMatchObject({ status: 204 });
  expect(await people(old)).toMatchObject({ status: 200 });

  const next = await signInAgain(server, staff, nextCode(secret));
  expect(await people(next)).toMatchObject({ status: 200 });
  // It holds for the whole session, not for the quarter of an hour of a password.
  timeMs += 3_600_000;
  const { refresh_token } = next.session;
  const renewed = await server.app.inject({
    method: 'POST',
    url: '/api/users/token/refresh/',
    payload: { refresh_token },
  });
  const headers = { authorization: `Bearer ${renewed.json().access_token}` };
  expect(await people({ ...next, headers })).toMatchObject({ status: 200 });
});

test('the owner’s link and making somebody staff go on', async () => {
  const link = await makeOwnerLink(server.deps.database.db, 'http://here', new Date(timeMs));
  const claim = { token: link.split('=')[1], email: 'owner@example.com', password: 'the owner knows it' };
  const claimed = await server.app.inject({
    method: 'POST',
    url: '/api/users/owner/claim/',
    payload: claim,
  });
  const session = claimed.json();
  const headers = { authorization: `Bearer ${session.access_token}` };
  const owner: Person = { session, headers, email: claim.email, password: claim.password };
  expect(await people(owner)).toMatchObject(REQUIRED);
  await switchOnFactor(server, owner);

  const person = await server.signUp();
  const url = `/api/staff/users/${person.session.user.id}/staff/`;
  expect(await callApi(server, owner, 'POST', url, { is_staff: true })).toMatchObject({ status: 200 });
  expect(await people(person)).toMatchObject(REQUIRED);
  await switchOnFactor(server, person);
  expect(await people(person)).toMatchObject({ status: 200 });
  // Whoever is not staff any more may switch it off again.
  expect(await callApi(server, owner, 'POST', url, { is_staff: false })).toMatchObject({ status: 200 });
  expect(await callApi(server, person, 'GET', PATH)).toMatchObject({ body: { is_required: false } });
});
