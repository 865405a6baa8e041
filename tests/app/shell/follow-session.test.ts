import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepJson } from '../../../src/app/browser/kept-json.ts';
import type { App } from '../../../src/app/core/app.ts';
import { LAST_USER_KEY } from '../../../src/app/core/use-account.ts';
import { signOut } from '../../../src/app/features/account/sign-out.ts';
import { UserBody } from '../../../src/contract/http/accounts.ts';
import { type FakeOutside, until } from '../../support/fake-outside.ts';
import { openDevice } from '../../support/real-outside.ts';
import { type Person, startTestServer, type TestServer } from '../../support/server.ts';
import { startWholeApp } from '../../support/start-whole-app.ts';

let server: TestServer;
const stops: (() => void)[] = [];
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => {
  for (const stop of stops) stop();
  await server.stop();
});

const TOKEN = 'access_token';

/** A page of a person that has their project open. */
async function openTab(person: Person): Promise<App> {
  const app = openDevice(server.url, person);
  keepJson(app.outside.localStorage, LAST_USER_KEY, person.session.user);
  stops.push(
    startWholeApp(app, (error) => {
      throw error;
    }),
  );
  await until(() => app.state.project.status === 'ready');
  return app;
}

/** Two pages of one browser: what one writes the other is told of, unless it sleeps. */
async function openTabs(person: Person, sleeper = { sleeps: false }): Promise<[App, App]> {
  const [one, other] = [await openTab(person), await openTab(person)];
  const join = (from: App, to: App): void => {
    const { localStorage } = from.outside;
    const there = to.outside as FakeOutside;
    const tell = (key: string, value: string | null): void => {
      if (!sleeper.sleeps) there.storeElsewhere(key, value);
      else if (value === null) there.localStorage.removeItem(key);
      else there.localStorage.setItem(key, value);
    };
    Object.assign(from.outside, {
      localStorage: {
        getItem: localStorage.getItem,
        setItem(key: string, value: string) {
          localStorage.setItem(key, value);
          tell(key, value);
        },
        removeItem(key: string) {
          localStorage.removeItem(key);
          tell(key, null);
        },
      },
    });
  };
  join(one, other);
  return [one, other];
}

const isOut = (app: App) => app.state.account.status === 'signed-out' && app.state.project.status === 'none';

test('who signs out in one tab is out in the others at once, and nothing of them is left there', async () => {
  const ada = await server.signUp('Ada');
  const [here, there] = await openTabs(ada);
  there.state.shell.modal = { kind: 'profile' };
  await (await signOut(here)).told;
  await until(() => isOut(there));
  expect([there.session.token(), there.state.shell.modal, there.workingCopy.current]).toEqual([
    null,
    null,
    null,
  ]);
});

test('a tab that slept through it looks when it comes back', async () => {
  const ada = await server.signUp('Ada');
  const sleeper = { sleeps: true };
  const [here, there] = await openTabs(ada, sleeper);
  await (await signOut(here)).told;
  expect(there.state.account.status).toBe('signed-in');
  (there.outside as FakeOutside).setOnline(true);
  await until(() => isOut(there));
});

test('who signs in in one tab is shown in the others, and the work of the last person waits for them', async () => {
  const [ada, bob] = [await server.signUp('Ada'), await server.signUp('Bob')];
  const [here, there] = await openTabs(ada);
  there.state.project.settings.name = 'Ada’s secret lamp';
  await until(async () =>
    (await there.db.projects.toArray()).some(({ settings }) => settings.name === 'Ada’s secret lamp'),
  );
  await (await signOut(here)).told;
  await until(() => isOut(there));
  here.session.store(bob.session.access_token);
  await until(
    () => there.state.account.userId === bob.session.user.id && there.state.project.status === 'ready',
  );
  expect(there.state.project.settings.name).not.toContain('Ada');
  expect(await there.server.call('/api/users/me/', UserBody)).toMatchObject({ email: bob.email });
  const [kept] = await there.db.projects.where('userId').equals(ada.session.user.id).toArray();
  expect(kept?.settings.name).toBe('Ada’s secret lamp');
});

test('a tab of one person never sends with the token of another, not even before it is told', async () => {
  const [ada, bob] = [await server.signUp('Ada'), await server.signUp('Bob')];
  const app = openDevice(server.url, ada);
  app.outside.localStorage.setItem(TOKEN, bob.session.access_token);
  const rename = app.server.call('/api/users/me/', UserBody, {
    method: 'PATCH',
    body: { first_name: 'Ada' },
  });
  await expect(rename).rejects.toMatchObject({ failure: { code: 'not-authenticated' } });
  // Its person is gone; the one who came stays.
  expect(app.outside.localStorage.getItem(TOKEN)).toBe(bob.session.access_token);
  const me = await server.app.inject({ url: '/api/users/me/', headers: bob.headers });
  expect(me.json()).toMatchObject({ first_name: 'Bob' });
});

test('a renewal that answers for somebody else is not taken for the page’s own', async () => {
  const [ada, bob] = [await server.signUp('Ada'), await server.signUp('Bob')];
  const app = openDevice(server.url, ada);
  const { fetch } = app.outside;
  // The browser's cookie is Bob's by now.
  const cookie = `vitrine_refresh=${bob.session.refresh_token}`;
  const asBrowser = (input: string, init: RequestInit = {}) =>
    input.includes('/refresh/')
      ? fetch(input, { ...init, headers: { ...init.headers, cookie, origin: server.url } })
      : fetch(input, init);
  Object.assign(app.outside, { fetch: asBrowser });
  await server.app.inject({ method: 'POST', url: '/api/users/logout/', headers: ada.headers, payload: {} });
  const asked = app.server.call('/api/users/me/', UserBody);
  await expect(asked).rejects.toMatchObject({ failure: { code: 'not-authenticated' } });
  const kept = app.outside.localStorage.getItem(TOKEN) ?? '';
  expect(app.session.owner()).toBe(bob.session.user.id);
  const me = await server.app.inject({ url: '/api/users/me/', headers: { authorization: `Bearer ${kept}` } });
  expect(me.json()).toMatchObject({ email: bob.email });
});
