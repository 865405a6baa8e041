import { expect, test } from 'vitest';
import { CONFIG_QUERY } from '../../../../src/app/core/use-config.ts';
import { createApp } from '../../../../src/app/create-app.ts';
import { changeLanguage } from '../../../../src/app/features/account/change-language.ts';
import { restoreSession } from '../../../../src/app/features/account/restore-session.ts';
import { signIn } from '../../../../src/app/features/account/sign-in.ts';
import { signOut } from '../../../../src/app/features/account/sign-out.ts';
import { loadActiveProject } from '../../../../src/app/features/projects/load-active-project.ts';
import { createFakeAddress } from '../../../support/fake-address.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, until } from '../../../support/fake-outside.ts';

const login = { kind: 'login', email: 'ada@example.com', password: 'a long enough one' } as const;

test('after signing in the next visit is signed in, also without a server', async () => {
  const server = createFakeServer();
  const outside = createFakeOutside(server);
  const app = createApp(outside);
  await signIn(app, login);
  expect(app.state.account).toMatchObject({ status: 'signed-in', userId: 7 });
  server.isDown = true;
  const next = createApp(outside);
  restoreSession(next);
  expect(next.state.account).toMatchObject({ status: 'signed-in', userId: 7 });
});

test('a new account is made in the language of the page', async () => {
  const server = createFakeServer();
  const app = createApp(createFakeOutside(server));
  app.state.shell.language = 'es';
  await signIn(app, { ...login, kind: 'register', name: 'Ada' }).catch(() => undefined);
  expect(server.calls.at(-1)).toMatchObject({ path: '/api/users/register/', body: { language: 'es' } });
});

test('an account that was made in another language is written to in the one that was chosen on this device', async () => {
  const server = createFakeServer();
  const outside = createFakeOutside(server);
  const app = createApp(outside);
  const told = () => server.calls.filter(({ path }) => path === '/api/users/me/').map(({ body }) => body);
  await signIn(app, login);
  await signOut(app);
  expect(told()).toEqual([]);
  await changeLanguage(app, 'es');
  await signIn(app, login);
  await until(() => told().length > 0);
  expect(told()).toEqual([{ language: 'es' }]);
});

test('once there is an owner, what was told before about the owner’s link is asked again', async () => {
  const app = createApp(createFakeOutside(createFakeServer()));
  app.queries.setQueryData(CONFIG_QUERY, { needs_owner: true });
  await signIn(app, {
    kind: 'owner',
    token: 'once',
    name: 'Ada',
    email: login.email,
    password: login.password,
  });
  expect(app.queries.getQueryState(CONFIG_QUERY)?.isInvalidated).toBe(true);
});

test('wrong credentials sign nobody in', async () => {
  const server = createFakeServer();
  server.fail('/users/login/', { status: 401, code: 'credentials-wrong' });
  const app = createApp(createFakeOutside(server));
  await expect(signIn(app, login)).rejects.toMatchObject({ failure: { code: 'credentials-wrong' } });
  expect(app.state.account.userId).toBeNull();
  expect(server.calls.map((call) => [call.path, call.key])).toEqual([['/api/users/login/', null]]);
});

test('signing out forgets the session, keeps the work and survives a server that is gone', async () => {
  const server = createFakeServer();
  const outside = createFakeOutside(server);
  const app = createApp(outside);
  await signIn(app, login);
  await loadActiveProject(app, 7, 'New');
  server.isDown = true;
  await signOut(app);
  expect(app.state.account.status).toBe('signed-out');
  expect(app.session.token()).toBeNull();
  expect(await app.db.projects.count()).toBe(1);
  const next = createApp(outside);
  restoreSession(next);
  expect(next.state.account.status).toBe('signed-out');
});

test('the owner’s one-time link in the address comes before a stored session', async () => {
  const outside = createFakeOutside(createFakeServer());
  const app = createApp({ ...outside, fragment: 'owner=a%2Fb' });
  restoreSession(app);
  expect(app.state.account).toMatchObject({ status: 'signed-out', link: { kind: 'owner', token: 'a/b' } });
});

test('signing out leads back to the sign-in, and not to the waiting list', async () => {
  const app = createApp(createFakeOutside(createFakeServer()));
  await signIn(app, login);
  expect(app.state.account.hasSignedOut).toBe(false);
  await signOut(app);
  expect(app.state.account.hasSignedOut).toBe(true);
});

test('an invitation goes with the registration, and out of the address once it is spent', async () => {
  const server = createFakeServer();
  const address = createFakeAddress();
  const app = createApp({ ...createFakeOutside(server), address, query: 'invitation_token=abc' });
  app.session.clear();
  restoreSession(app);
  expect(app.state.account.link).toEqual({ kind: 'invitation', token: 'abc' });
  const { fetch } = server;
  server.fetch = (input, init) => fetch(input.replace('/register/', '/login/'), init);
  server.fail('/login/', { status: 403, code: 'invitation-invalid' });
  const register = { ...login, kind: 'register', name: 'Ada', invitation_token: 'abc' } as const;
  await expect(signIn(app, register)).rejects.toMatchObject({ failure: { code: 'invitation-invalid' } });
  expect(app.state.account.link).not.toBeNull();
  expect(address.dropped).toEqual([]);
  await signIn(app, register);
  expect(server.calls.at(-1)?.body).toMatchObject({ invitation_token: 'abc', name: 'Ada' });
  expect(app.state.account).toMatchObject({ status: 'signed-in', link: null });
  expect(address.dropped).toEqual(['invitation_token']);
});

test('a link to a new password comes before a session that there is, and signs in', async () => {
  const server = createFakeServer();
  const outside = createFakeOutside(server);
  await signIn(createApp(outside), login);
  const app = createApp({ ...outside, fragment: 'reset=abc' });
  restoreSession(app);
  expect(app.state.account).toMatchObject({ status: 'signed-out', link: { kind: 'reset', token: 'abc' } });
  const { fetch } = server;
  server.fetch = (input, init) => fetch(input.replace('/password/reset/', '/login/'), init);
  await signIn(app, { kind: 'reset', token: 'abc', password: 'a long new one' });
  expect(server.calls.at(-1)?.body).toEqual({ token: 'abc', password: 'a long new one' });
  expect(app.state.account).toMatchObject({ status: 'signed-in', link: null });
});

test.each([
  ['en', 'passkeys and API keys'],
  ['es', 'las llaves de acceso y las claves de API'],
] as const)('what a new password took off the account is told after it: %s', async (language, said) => {
  const server = createFakeServer();
  const app = createApp({ ...createFakeOutside(server), fragment: 'reset=abc' });
  app.state.shell.language = language;
  const { fetch } = server;
  server.fetch = async (input, init) => {
    const answer = await fetch(input.replace('/password/reset/', '/login/'), init);
    if (!input.includes('/password/reset/')) return answer;
    return Response.json({ ...(await answer.json()), removed: ['passkeys', 'api-keys'] });
  };
  await signIn(app, { kind: 'reset', token: 'abc', password: 'a long new one' });
  await expect.poll(() => app.toasts.queue.visibleToasts.length).toBe(1);
  const [toast] = app.toasts.queue.visibleToasts;
  expect(toast?.content.title).toContain(said);
  toast?.content.action?.run();
  expect(app.state.shell.modal?.kind).toBe('settings');
});

test('a link that proves an e-mail leaves the session as it is', async () => {
  const outside = createFakeOutside(createFakeServer());
  await signIn(createApp(outside), login);
  const app = createApp({ ...outside, fragment: 'verify=abc' });
  restoreSession(app);
  expect(app.state.account).toMatchObject({ status: 'signed-in', link: { kind: 'verify' } });
});
