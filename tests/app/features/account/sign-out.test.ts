import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '../../../../src/app/core/app.ts';
import { fetchAccount, LAST_USER_KEY } from '../../../../src/app/core/use-account.ts';
import type { StepRow } from '../../../../src/app/data/command-log.ts';
import { leaveProvider, readLeaving, tellBack } from '../../../../src/app/features/account/leaving.ts';
import { restoreSession } from '../../../../src/app/features/account/restore-session.ts';
import { finishSignOut, signOut, signOutEverywhere } from '../../../../src/app/features/account/sign-out.ts';
import type { FakeAddress } from '../../../support/fake-address.ts';
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

const AT_PROVIDER = 'https://login.example.com/session/end?client_id=vitrine';

/** A device whose server sends it on after a sign-out, once `let` is called. */
async function openSentOn() {
  const person = await server.signUp();
  const app = openDevice(server.url, person);
  await fetchAccount(app);
  app.state.account.status = 'signed-in';
  const outside = app.outside as FakeOutside;
  const { fetch } = outside;
  let go = (): void => {};
  const gone = new Promise<void>((resolve) => {
    go = resolve;
  });
  const answering = async (input: string, init?: RequestInit): Promise<Response> => {
    const answer = await fetch(input, init);
    if (!/\/logout\/(all\/)?$/.test(input)) return answer;
    await gone;
    return Response.json({ url: AT_PROVIDER });
  };
  Object.assign(outside, { fetch: answering });
  const left = () => (outside.address as FakeAddress).left;
  return { app, outside, left, go };
}
const said = (app: App) => app.toasts.queue.visibleToasts.map(({ content }) => content.title);

test("the page goes to the company's provider once it is signed out here, and says so again when it is back", async () => {
  const { app, outside, left, go } = await openSentOn();
  const { told } = await signOut(app);
  expect(app.state.account.status).toBe('signed-out');
  expect(left()).toEqual([]);
  go();
  await told;
  expect(left()).toEqual([AT_PROVIDER]);
  for (const sentences of [['Signed out.'], []]) {
    const back = createTestApp(outside);
    tellBack(back);
    expect(said(back)).toEqual(sentences);
  }
});

test('so it does after a sign-out everywhere; what waits is told when it is back', async () => {
  const { app, outside, left, go } = await openSentOn();
  app.state.project.isOnDevice = false;
  go();
  await signOutEverywhere(app);
  expect(left()).toEqual([AT_PROVIDER]);
  const back = createTestApp(outside);
  tellBack(back);
  expect(said(back)).toEqual(['Signed out. Your changes wait on this device.']);
});

test('whoever has signed in before the server says so is not led away', async () => {
  const { app, outside, left, go } = await openSentOn();
  const { told } = await signOut(app);
  const other = await server.signUp();
  outside.storeElsewhere('access_token', other.session.access_token);
  go();
  await told;
  expect(left()).toEqual([]);
});

test('a sign-out that the server hears of later leads nobody away; the way in says so until the browser has been there', async () => {
  const { app, outside, left, go } = await openSentOn();
  const { fetch } = outside;
  Object.assign(outside, { fetch: () => Promise.reject(new TypeError('Failed to fetch')) });
  await (await signOut(app)).told;
  expect([app.state.account.wayOut, left()]).toEqual([null, []]);
  Object.assign(outside, { fetch });
  go();
  await finishSignOut(app);
  expect([app.state.account.wayOut, left()]).toEqual([AT_PROVIDER, []]);
  // So does a page that is opened later; whoever signs in there is asked who they are.
  const later = createTestApp(outside);
  expect(readLeaving(later)).not.toBeNull();
  await finishSignOut(later);
  expect(later.state.account.wayOut).toBe(AT_PROVIDER);
  leaveProvider(later, AT_PROVIDER, 'signed-out');
  expect(left()).toEqual([AT_PROVIDER]);
  // The browser has been there: the server says no more of it.
  Object.assign(outside, { fetch: async () => new Response(null, { status: 204 }) });
  const back = createTestApp(outside);
  await finishSignOut(back);
  expect([back.state.account.wayOut, readLeaving(back)]).toEqual([null, null]);
});
