import { randomUUID } from 'node:crypto';
import { snapshot } from 'valtio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepJson } from '../../../src/app/browser/kept-json.ts';
import type { App } from '../../../src/app/core/app.ts';
import { ACCOUNT_QUERY, LAST_USER_KEY } from '../../../src/app/core/use-account.ts';
import { hasUnsentWork } from '../../../src/app/features/account/has-unsent-work.ts';
import { finishSignOut, signOut } from '../../../src/app/features/account/sign-out.ts';
import { type AppState, createState, resetState } from '../../../src/app/state/state.ts';
import { UserBody } from '../../../src/contract/http/accounts.ts';
import { until } from '../../support/fake-outside.ts';
import { openDevice } from '../../support/real-outside.ts';
import { type Person, startTestServer, type TestServer } from '../../support/server.ts';
import { startWholeApp } from '../../support/start-whole-app.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const raise = (error: unknown): void => {
  throw error;
};

/** Makes every value of a state another one, whatever features it has. */
function soil(part: Record<string, unknown>): void {
  for (const [key, value] of Object.entries(part)) {
    if (Array.isArray(value)) part[key] = [...value, 'theirs'];
    else if (typeof value === 'object' && value !== null) soil(value as Record<string, unknown>);
    else if (typeof value === 'number') part[key] = value + 1;
    else if (typeof value === 'boolean') part[key] = !value;
    else part[key] = `theirs ${String(value)}`;
  }
  part.left = 'behind';
}

/** What is not a person's, with the value it had. */
function keepOurs(fresh: AppState, soiled: AppState): AppState {
  const { account, preferences, views, shell, billing } = soiled;
  return {
    ...fresh,
    account,
    preferences,
    billing: { ...fresh.billing, isReturnTaken: billing.isReturnTaken },
    views: { ...fresh.views, isCameraOnly: views.isCameraOnly },
    shell: {
      ...fresh.shell,
      language: shell.language,
      comingLanguage: shell.comingLanguage,
      connection: shell.connection,
      isDeviceFull: shell.isDeviceFull,
      isOutdated: shell.isOutdated,
      hasUpdate: shell.hasUpdate,
      unfinished: shell.unfinished,
    },
  };
}

/** The device with a person on it, as after their sign-in, and their project open. */
async function open(app: App): Promise<void> {
  await until(() => app.state.project.status === 'ready');
}

/** Somebody signs in on the page as it is. */
async function signIn(app: App, { session }: Person): Promise<void> {
  app.session.store(session.access_token);
  app.reachability.noteSignedOut(false);
  app.state.account.userId = session.user.id;
  app.state.account.status = 'signed-in';
  await until(() => app.state.project.status === 'ready');
}

test('of whatever features put into the state, nothing is left but what is not a person’s', () => {
  const state = createState('en');
  soil(state as unknown as Record<string, unknown>);
  delete (state as unknown as Record<string, unknown>).left;
  const soiled = structuredClone(snapshot(state)) as AppState;
  resetState(state);
  expect(snapshot(state)).toEqual(keepOurs(snapshot(createState('en')) as AppState, soiled));
});

test('the next person on the page finds nothing of the last one, who finds their own again', async () => {
  const [ada, bob] = [await server.signUp('Ada'), await server.signUp('Bob')];
  const app = openDevice(server.url, ada);
  keepJson(app.outside.localStorage, LAST_USER_KEY, ada.session.user);
  const stop = startWholeApp(app, raise);
  await open(app);
  const { state } = app;
  state.project.settings.name = 'Ada’s secret lamp';
  state.shell.place = 'edit';
  state.shell.modal = { kind: 'staff' };
  state.staff.tab = 'acts';
  state.gallery.isOpen = true;
  state.looks.applied = { name: 'Ada’s look', count: 1, missing: [] };
  state.billing.arrival = 'arrived';
  app.toasts.show('info', 'Ada’s render is finished.');
  await until(async () => {
    const rows = await app.db.projects.toArray();
    return rows.some(({ settings }) => settings.name === 'Ada’s secret lamp');
  });
  const { waits, told } = await signOut(app);
  await told;
  expect(waits).toBe(true);

  expect(snapshot(state)).toEqual(
    keepOurs(snapshot(createState('en')) as AppState, snapshot(state) as AppState),
  );
  expect(state.account).toMatchObject({ status: 'signed-out', userId: null });
  expect(app.toasts.queue.visibleToasts).toEqual([]);
  expect(app.queries.getQueryCache().getAll()).toEqual([]);
  expect(app.outside.address.fragment()).toBe('');
  expect([app.workingCopy.current, app.session.token(), app.commands.undoLabel()]).toEqual([
    null,
    null,
    null,
  ]);
  expect(JSON.stringify(snapshot(state))).not.toContain('Ada');

  await signIn(app, bob);
  expect(state.project.settings.name).not.toContain('Ada');
  expect(await app.db.projects.where('userId').equals(bob.session.user.id).count()).toBe(1);
  await signOut(app);
  const again = await server.app.inject({
    method: 'POST',
    url: '/api/users/login/',
    payload: { email: ada.email, password: ada.password },
  });
  await signIn(app, { ...ada, session: again.json() });
  expect(state.project.settings.name).toBe('Ada’s secret lamp');
  stop();
});

test('an answer that comes after its person has gone is for nobody', async () => {
  const [ada, bob] = [await server.signUp('Ada'), await server.signUp('Bob')];
  const app = openDevice(server.url, ada);
  const { fetch } = app.outside;
  let answer = (): void => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  // A network that brings it all the same, long after it was cut off.
  Object.assign(app.outside, {
    fetch: async (input: string, { signal: _cut, ...init }: RequestInit) => {
      const response = await fetch(input, init);
      await held;
      return response;
    },
  });
  const asked = app.server.call('/api/users/me/', UserBody);
  app.session.clear();
  app.session.store(bob.session.access_token);
  answer();
  await expect(asked).rejects.toMatchObject({ failure: { code: 'not-authenticated' } });
  expect(await app.server.call('/api/users/me/', UserBody)).toMatchObject({ id: bob.session.user.id });
  expect(app.queries.getQueryData(ACCOUNT_QUERY)).toBeUndefined();
});

test('a sign-out that the server did not hear of is told when it is there again', async () => {
  const ada = await server.signUp('Ada');
  const app = openDevice(server.url, ada);
  const { fetch } = app.outside;
  Object.assign(app.outside, { fetch: () => Promise.reject(new TypeError('no way')) });
  await (await signOut(app)).told;
  // The browser sends its cookie along.
  const cookie = `vitrine_refresh=${ada.session.refresh_token}`;
  Object.assign(app.outside, {
    fetch: (input: string, init: RequestInit = {}) =>
      fetch(input, { ...init, headers: { ...init.headers, cookie, origin: server.url } }),
  });
  const me = () => server.app.inject({ url: '/api/users/me/', headers: ada.headers });
  expect((await me()).statusCode).toBe(200);
  await finishSignOut(app);
  expect((await me()).statusCode).toBe(401);
});

test('work waits where there is some: a row that was not sent, an edit that was not saved', async () => {
  const ada = await server.signUp('Ada');
  const userId = ada.session.user.id;
  const app = openDevice(server.url, ada);
  expect(await hasUnsentWork(app, userId)).toBe(false);
  const work = { kind: 'activate-project', serverId: 1 } as never;
  await app.outbox.add(userId, [{ key: randomUUID(), projectKey: 'p', work, dependsOn: null }]);
  expect(await hasUnsentWork(app, userId)).toBe(true);
  expect(await hasUnsentWork(app, userId + 1)).toBe(false);
  await app.db.outbox.clear();
  app.state.project.dirtyFields = ['name'];
  expect(await hasUnsentWork(app, userId)).toBe(true);
});
