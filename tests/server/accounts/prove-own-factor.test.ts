import { afterAll, beforeAll, expect, test } from 'vitest';
import { callApi } from '../../support/call-api.ts';
import {
  codeOf,
  STEP_MS,
  signInAgain,
  switchOnFactor,
  type WithFactor,
} from '../../support/second-factor.ts';
import { type Person, startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let timeMs = Date.now();
const ended: number[] = [];
beforeAll(async () => {
  server = await startTestServer({
    now: () => new Date(timeMs),
    onUserDeleting: async (userId) => {
      ended.push(userId);
    },
  });
});
afterAll(() => server.stop());

const ME = '/api/users/me/';
const WRONG = { status: 422, body: { code: 'second-factor-wrong' } };
const nextCode = ({ secret }: WithFactor): string => {
  timeMs += STEP_MS;
  return codeOf(secret, timeMs);
};
const withFactor = async () => switchOnFactor(server, await server.signUp());
const changePassword = (person: Person, body: object) =>
  callApi(server, person, 'POST', '/api/users/password/change/', body);
const changeEmail = (person: Person, body: object) => callApi(server, person, 'PATCH', ME, body);
const leave = (person: Person, body: object) => callApi(server, person, 'DELETE', ME, body);

test('another password needs a code besides the present one, and nothing changes without', async () => {
  const person = await withFactor();
  const change = { current: person.password, password: 'another long password' };
  for (const code of [undefined, '', '000000', 'ABCD-EFGH-IJKL-2345']) {
    expect(await changePassword(person, { ...change, code })).toMatchObject(WRONG);
  }
  // Who does not know the password learns nothing of codes.
  expect(await changePassword(person, { ...change, current: 'not it' })).toMatchObject({
    body: { code: 'password-wrong' },
  });
  await signInAgain(server, person, nextCode(person));

  // A refusal for another reason leaves the code as it was.
  const code = nextCode(person);
  expect(await changePassword(person, { ...change, password: 'short', code })).toMatchObject({
    body: { code: 'password-weak' },
  });
  expect(await changePassword(person, { ...change, code })).toMatchObject({ status: 200 });
  const { password } = change;
  await signInAgain(server, { ...person, password }, nextCode(person));
});

test('another e-mail needs a code, another name does not', async () => {
  const [person, other] = [await withFactor(), await server.signUp()];
  const { password } = person;
  const email = 'ada.king@example.com';
  expect(await changeEmail(person, { name: 'Ada King' })).toMatchObject({ body: { username: 'Ada King' } });
  expect(await changeEmail(person, { email, password })).toMatchObject(WRONG);
  expect(await changeEmail(person, { email, password, code: '000000' })).toMatchObject(WRONG);
  expect(await callApi(server, person, 'GET', ME)).toMatchObject({ body: { email: person.email } });
  const code = nextCode(person);
  expect(await changeEmail(person, { email: other.email, password, code })).toMatchObject({
    body: { code: 'email-taken' },
  });
  expect(await changeEmail(person, { email, password, code })).toMatchObject({
    status: 200,
    body: { email },
  });
});

test('the end of an account needs a code, and a recovery code is one', async () => {
  const person = await withFactor();
  const { password, codes } = person;
  expect(await leave(person, { password })).toMatchObject(WRONG);
  expect(await leave(person, { password, code: '000000' })).toMatchObject(WRONG);
  expect(await callApi(server, person, 'GET', ME)).toMatchObject({ status: 200 });
  expect(ended).not.toContain(person.session.user.id);
  expect(await leave(person, { password, code: codes[3] })).toMatchObject({ status: 204 });
  expect(await callApi(server, person, 'GET', ME)).toMatchObject({ status: 401 });
});

test('without a second factor nobody is asked for a code', async () => {
  const person = await server.signUp();
  const { password } = person;
  const email = 'grace.hopper@example.com';
  expect(await changeEmail(person, { email, password })).toMatchObject({ body: { email } });
  const next = 'another long password';
  const changed = await changePassword(person, { current: password, password: next });
  expect(changed).toMatchObject({ status: 200 });
  const headers = { authorization: `Bearer ${changed.body.access_token}` };
  expect(await leave({ ...person, headers }, { password: next })).toMatchObject({ status: 204 });
});
