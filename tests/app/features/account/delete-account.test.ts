import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteAccount } from '../../../../src/app/features/account/delete-account.ts';
import { tellBack } from '../../../../src/app/features/account/leaving.ts';
import { keepDraft } from '../../../../src/app/features/feedback/feedback-draft.ts';
import { addLocalProject } from '../../../../src/app/features/projects/local-project.ts';
import { claimWelcome, decline } from '../../../../src/app/features/tutorial/tutorial-progress.ts';
import { backupViews } from '../../../../src/app/features/views/backup-views.ts';
import { editViews } from '../../../../src/app/features/views/edit-views.ts';
import { VIEW0_KEY } from '../../../../src/app/model/view0.ts';
import { nameBackups, openBackupTiers, SAVED_VIEWS_KEY } from '../../../../src/app/orders/backup-tiers.ts';
import { feedbackKey, tutorialKey, welcomedKey } from '../../../../src/app/orders/person-keys.ts';
import type { DeviceRenderRow } from '../../../../src/app/values/device-render.ts';
import type { EnvironmentRow } from '../../../../src/app/values/environment-row.ts';
import { ProjectId } from '../../../../src/contract/ids.ts';
import { makeBoxes } from '../../../support/box-model.ts';
import type { FakeAddress } from '../../../support/fake-address.ts';
import { createTestApp, type FakeOutside } from '../../../support/fake-outside.ts';
import { openBrowser, openDevice } from '../../../support/real-outside.ts';
import { HERO, openPage } from '../../../support/real-page.ts';
import { makeView } from '../../../support/saved-view.ts';
import { startTestServer, type TestServer } from '../../../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('the account is gone on the server, and from this device what was the person’s, and nobody else’s', async () => {
  const person = await server.signUp();
  const app = openDevice(server.url, person);
  const userId = person.session.user.id;
  await addLocalProject(app, userId, 'Mine');
  const other = await addLocalProject(app, userId + 1000, 'Not mine');
  await app.db.kv.put({ key: `library:${userId}:material`, value: [] });
  const sent = await addLocalProject(app, userId, 'Sent');
  await app.db.projects.update(sent.key, { serverId: ProjectId.parse(31) });
  // What was drawn in it, with the words that it was ordered by.
  await app.db.kv.put({ key: 'renders:31', value: [] });
  for (const [key, owner] of [
    ['mine', userId],
    ['theirs', userId + 1000],
  ] as const) {
    await app.db.deviceRenders.add({ key, userId: owner } as DeviceRenderRow);
    await app.db.environments.add({ id: key, userId: owner } as EnvironmentRow);
  }
  await deleteAccount(app, { password: person.password });
  expect(app.state.account).toMatchObject({ status: 'signed-out', userId: null, hasSignedOut: true });
  expect(app.session.token()).toBeNull();
  expect(await app.db.projects.toCollection().primaryKeys()).toEqual([other.key]);
  expect(await app.db.deviceRenders.toCollection().primaryKeys()).toEqual(['theirs']);
  expect(await app.db.environments.toCollection().primaryKeys()).toEqual(['theirs']);
  expect(await app.db.kv.toCollection().primaryKeys()).toEqual([]);
  const login = { email: person.email, password: person.password };
  const answer = await server.app.inject({ method: 'POST', url: '/api/users/login/', payload: login });
  expect(answer.statusCode).toBe(401);
});

test('what the browser’s storages keep of the person goes, too: copies of views, the last camera, the tutorial, an unsent word', async () => {
  const person = await server.signUp();
  const userId = person.session.user.id;
  const browser = openBrowser(server.url, person);
  const page = await openPage(browser);
  const { app } = page;
  const { localStorage, sessionStorage } = browser.outside;
  const theirs = { 'theirs/': { timestamp: 1, views: [], deleted: [] } };
  localStorage.setItem(SAVED_VIEWS_KEY, JSON.stringify(theirs));
  await page.drop(
    'chair.glb',
    new Uint8Array(makeBoxes([{ name: 'Seat', size: [1, 1, 1], centre: [0, 0, 0] }])),
  );
  page.look(HERO);
  const { model_hash } = app.state.project.settings;
  editViews(app, 'View', (views) => [...views, { ...makeView(1), model_hash }]);
  const tiers = openBackupTiers(app);
  const copies = () => Promise.all(tiers.map((tier) => tier.read(nameBackups(app)!)));
  await backupViews(app, tiers);
  expect((await copies()).map((copy) => copy?.viewCount)).toEqual([1, 1, 1, 1]);
  decline(browser.outside, userId);
  claimWelcome(browser.outside, userId);
  keepDraft(app, { type: 'bug', title: 'Mine', description: 'Mine' });
  const kept = (storage: typeof localStorage) => {
    const keys = [VIEW0_KEY, SAVED_VIEWS_KEY, `${SAVED_VIEWS_KEY}_backup`, tutorialKey(userId)];
    return [...keys, welcomedKey(userId), feedbackKey(userId)].filter((key) => storage.getItem(key) !== null);
  };
  expect([kept(localStorage).length, kept(sessionStorage).length]).toEqual([5, 3]);

  await deleteAccount(app, { password: person.password });
  expect([kept(localStorage), kept(sessionStorage)]).toEqual([[SAVED_VIEWS_KEY], []]);
  expect(JSON.parse(localStorage.getItem(SAVED_VIEWS_KEY)!)).toEqual(theirs);
  expect(await app.db.viewBackups.count()).toBe(0);
  await page.close();
});

test('with another password everything stays', async () => {
  const person = await server.signUp();
  const app = openDevice(server.url, person);
  await addLocalProject(app, person.session.user.id, 'Mine');
  await expect(deleteAccount(app, { password: 'not this one' })).rejects.toMatchObject({
    failure: { code: 'password-wrong' },
  });
  expect(app.state.account.status).toBe('signed-in');
  expect(await app.db.projects.count()).toBe(1);
});

test('an account of a company’s provider goes on to it once nothing of the person is left here, and says what was done when back', async () => {
  const person = await server.signUp();
  const app = openDevice(server.url, person);
  const userId = person.session.user.id;
  app.state.account.status = 'signed-in';
  await addLocalProject(app, userId, 'Mine');
  const outside = app.outside as FakeOutside;
  const { fetch } = outside;
  const url = '/api/users/logout/company/';
  const answering = async (input: string, init?: RequestInit): Promise<Response> => {
    const answer = await fetch(input, init);
    return input.endsWith('/logout/') ? Response.json({ url }) : answer;
  };
  Object.assign(outside, { fetch: answering });
  const address = outside.address as FakeAddress;
  let rows = -1;
  const { leave } = address;
  Object.assign(address, {
    leave: (to: string) => {
      void app.db.projects.count().then((count) => {
        rows = count;
      });
      leave(to);
    },
  });
  await (await deleteAccount(app, { password: person.password })).told;
  expect(address.left.map((to) => new URL(to).pathname)).toEqual([url]);
  await expect.poll(() => rows).toBe(0);
  const back = createTestApp(outside);
  tellBack(back);
  expect(back.toasts.queue.visibleToasts.map(({ content }) => content.title)).toEqual([
    'Your account is deleted.',
  ]);
});
