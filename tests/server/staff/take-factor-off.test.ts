import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOwnerLink } from '../../../src/server/accounts/make-owner-link.ts';
import { callApi } from '../../support/call-api.ts';
import { type FakeSmtp, startFakeSmtp } from '../../support/fake-smtp/start-fake-smtp.ts';
import { signInAgain, switchOnFactor } from '../../support/second-factor.ts';
import { type Person, startTestServer, type TestServer } from '../../support/server.ts';
import { makeStaff } from '../../support/staff.ts';

let smtp: FakeSmtp;
let server: TestServer;
let timeMs = Date.now();
beforeAll(async () => {
  smtp = await startFakeSmtp();
  const mail = { smtpUrl: smtp.url, from: 'Vitrine <noreply@example.com>' };
  server = await startTestServer({ now: () => new Date(timeMs), config: { mail, host: '0.0.0.0' } });
});
afterAll(async () => {
  await server.stop();
  await smtp.stop();
});

const idOf = (person: Person): number => person.session.user.id;
const takeOff = (by: Person, userId: number, headers: Record<string, string> = {}) =>
  callApi(server, by, 'POST', `/api/staff/users/${userId}/second-factor/off/`, undefined, headers);
const actsOn = async (by: Person, userId: number): Promise<{ act: string; staff: string }[]> =>
  (await callApi(server, by, 'GET', `/api/staff/acts/?user=${userId}`)).body.results;

test('staff take a factor off: the password signs in again, all sessions end, it is written down and mailed', async () => {
  const staff = await makeStaff(server, 'Sol');
  const person = await switchOnFactor(server, await server.signUp('Ada'));
  const seen = await callApi(server, staff, 'GET', `/api/staff/users/${idOf(person)}/`);
  expect(seen.body).toMatchObject({ has_factor: true });

  const answers = [
    await takeOff(staff, idOf(person), { 'idempotency-key': 'once' }),
    await takeOff(staff, idOf(person), { 'idempotency-key': 'once' }),
    await takeOff(staff, idOf(person)),
  ];
  expect(answers.map(({ status, body }) => [status, body.has_factor])).toEqual([
    [200, false],
    [200, false],
    [200, false],
  ]);
  expect(await callApi(server, person, 'GET', '/api/users/me/')).toMatchObject({ status: 401 });
  const back = await signInAgain(server, person);
  expect(await callApi(server, back, 'GET', '/api/users/me/second-factor/')).toMatchObject({
    body: { is_on: false, codes_left: 0 },
  });
  expect(await actsOn(staff, idOf(person))).toMatchObject([{ act: 'factor-removed', staff: 'Sol' }]);
  // To confirm the e-mail, that it is on, and that it was taken off, once.
  const mails = await smtp.mailsTo(person.email, 3);
  const told = mails.map(({ subject }) => subject);
  expect(told.filter((subject) => subject.startsWith('Staff took your second factor off'))).toHaveLength(1);
});

test('it asks for the staff’s password after 15 minutes, and nobody else finds it', async () => {
  const staff = await makeStaff(server);
  const person = await switchOnFactor(server, await server.signUp());
  expect(await takeOff(await server.signUp(), idOf(person))).toMatchObject({ status: 404 });
  timeMs += 15 * 60_000 + 1;
  const later = await signInAgain(server, staff);
  timeMs += 15 * 60_000 + 1;
  const renewed = await server.app.inject({
    method: 'POST',
    url: '/api/users/token/refresh/',
    payload: { refresh_token: later.session.refresh_token },
  });
  const fresh = { ...later, headers: { authorization: `Bearer ${renewed.json().access_token}` } };
  expect(await takeOff(fresh, idOf(person))).toMatchObject({
    status: 403,
    body: { code: 'password-needed' },
  });
  const { password } = staff;
  await callApi(server, fresh, 'POST', '/api/users/password/confirm/', { password });
  expect(await takeOff(fresh, idOf(person))).toMatchObject({ status: 200, body: { has_factor: false } });
});

test('nobody takes their own off this way, staff take it off each other, and nobody off the owner', async () => {
  const one = await switchOnFactor(server, await makeStaff(server, 'One'));
  const other = await makeStaff(server, 'Other');
  expect(await takeOff(one, idOf(one))).toMatchObject({ status: 409, body: { code: 'own-account' } });
  expect(await callApi(server, one, 'GET', '/api/users/me/second-factor/')).toMatchObject({
    body: { is_on: true, codes_left: 10 },
  });
  expect(await takeOff(other, idOf(one))).toMatchObject({ status: 200 });
  expect(await callApi(server, one, 'GET', '/api/staff/')).toMatchObject({ status: 401 });
  // Who was staff when the call began and is not any more does nothing.
  const again = await signInAgain(server, one);
  await callApi(server, other, 'POST', `/api/staff/users/${idOf(one)}/staff/`, { is_staff: false });
  expect(await takeOff(again, idOf(other))).toMatchObject({ status: 404 });
  expect(await takeOff(other, 999_999)).toMatchObject({ status: 404 });

  const link = await makeOwnerLink(server.deps.database.db, 'http://here', new Date(timeMs));
  const claim = { token: link.split('=')[1], email: 'owner@example.com', password: 'the owner knows it' };
  const url = '/api/users/owner/claim/';
  const session = (await server.app.inject({ method: 'POST', url, payload: claim })).json();
  const headers = { authorization: `Bearer ${session.access_token}` };
  const owner = await switchOnFactor(server, { ...claim, session, headers });
  const answer = await takeOff(other, session.user.id);
  expect(answer).toMatchObject({ status: 409, body: { code: 'owner-stays' } });
  expect(await callApi(server, owner, 'GET', '/api/users/me/second-factor/')).toMatchObject({
    body: { is_on: true },
  });
});
