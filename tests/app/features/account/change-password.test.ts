import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchAccount } from '../../../../src/app/core/use-account.ts';
import { changePassword } from '../../../../src/app/features/account/change-password.ts';
import { openDevice } from '../../../support/real-outside.ts';
import { startTestServer, type TestServer } from '../../../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const NEW = 'another long password';
const logIn = (email: string, password: string) =>
  server.app.inject({ method: 'POST', url: '/api/users/login/', payload: { email, password } });

test('the new password counts, the old one no longer, and this device stays signed in', async () => {
  const person = await server.signUp();
  const app = openDevice(server.url, person);
  await changePassword(app, person.password, NEW);
  expect((await fetchAccount(app)).email).toBe(person.email);
  expect((await logIn(person.email, NEW)).statusCode).toBe(200);
  expect((await logIn(person.email, person.password)).statusCode).toBe(401);
});

test('without the present one nothing changes', async () => {
  const person = await server.signUp();
  const app = openDevice(server.url, person);
  await expect(changePassword(app, 'not this one', NEW)).rejects.toMatchObject({
    failure: { code: 'password-wrong' },
  });
  await expect(changePassword(app, person.password, 'password1234')).rejects.toMatchObject({
    failure: { code: 'password-weak' },
  });
  expect((await logIn(person.email, person.password)).statusCode).toBe(200);
});
