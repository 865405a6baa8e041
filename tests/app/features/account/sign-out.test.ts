import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchAccount, LAST_USER_KEY } from '../../../../src/app/core/use-account.ts';
import type { StepRow } from '../../../../src/app/data/command-log.ts';
import { restoreSession } from '../../../../src/app/features/account/restore-session.ts';
import { finishSignOut, signOut, signOutEverywhere } from '../../../../src/app/features/account/sign-out.ts';
import { createTestApp, type FakeOutside } from '../../../support/fake-outside.ts';
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

test('a page that goes in the moment of the press is signed out, and the next one ends what it began', async () => {
  const person = await server.signUp();
  const app = openDevice(server.url, person);
  await fetchAccount(app);
  const outside = app.outside as FakeOutside;
  const { fetch } = outside;
  // Nothing that was asked in that moment gets anywhere.
  Object.assign(outside, { fetch: () => new Promise(() => {}) });
  const { id: userId } = person.session.user;
  const step = { kind: 'settings' } as unknown as StepRow['step'];
  await app.db.steps.put({ projectKey: 'p', position: 0, userId, owner: 'visit', isDone: true, step });
  const run = app.db.run;
  Object.assign(app.db, { run: () => new Promise(() => {}) });
  void signOut(app);
  Object.assign(app.db, { run });
  expect(outside.localStorage.getItem(LAST_USER_KEY)).toBeNull();
  expect(await app.db.steps.count()).toBe(1);

  const logouts: number[] = [];
  const answering = async (input: string, init?: RequestInit): Promise<Response> => {
    const answer = await fetch(input, init);
    if (input.endsWith('/logout/')) logouts.push(answer.status);
    return answer;
  };
  Object.assign(outside, { fetch: answering });
  const reloaded = createTestApp(outside);
  reloaded.state.account.status = 'unknown';
  restoreSession(reloaded);
  expect(reloaded.state.account.status).toBe('signed-out');
  await finishSignOut(reloaded);
  expect(logouts).toEqual([204]);
  expect(await reloaded.db.steps.count()).toBe(0);
  await finishSignOut(reloaded);
  expect(logouts).toHaveLength(1);
});
