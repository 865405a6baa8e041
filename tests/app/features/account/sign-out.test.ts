import { afterAll, beforeAll, expect, test } from 'vitest';
import { signOutEverywhere } from '../../../../src/app/features/account/sign-out.ts';
import { fetchAccount } from '../../../../src/app/use-account.ts';
import { openDevice } from '../../../support/real-outside.ts';
import { startTestServer, type TestServer } from '../../../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('everywhere means the other devices, too', async () => {
  const person = await server.signUp();
  const here = openDevice(server.url, person);
  const there = openDevice(server.url, person);
  await fetchAccount(there);
  await signOutEverywhere(here);
  expect(here.state.account).toMatchObject({ status: 'signed-out', userId: null });
  expect(here.session.token()).toBeNull();
  const again = await server.app.inject({
    method: 'POST',
    url: '/api/users/token/refresh/',
    payload: { refresh_token: person.session.refresh_token },
  });
  expect(again.statusCode).toBe(401);
});

test('without the server nobody is signed out, here neither', async () => {
  const person = await server.signUp();
  const app = openDevice(server.url, person);
  const { fetch } = app.outside;
  Object.assign(app.outside, { fetch: () => Promise.reject(new TypeError('no way')) });
  await expect(signOutEverywhere(app)).rejects.toMatchObject({ failure: { code: 'server-unreachable' } });
  Object.assign(app.outside, { fetch });
  expect(app.state.account.status).toBe('signed-in');
  expect((await fetchAccount(app)).email).toBe(person.email);
});
