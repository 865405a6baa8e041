import { expect, test } from 'vitest';
import { createApp } from '../../../../src/app/create-app.ts';
import { changeLanguage } from '../../../../src/app/features/account/change-language.ts';
import { followLanguage } from '../../../../src/app/features/account/follow-language.ts';
import { LANGUAGE_KEY } from '../../../../src/app/texts/choose-language.ts';
import { en } from '../../../../src/app/texts/en/common.ts';
import { es } from '../../../../src/app/texts/es/common.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp, until } from '../../../support/fake-outside.ts';

test('the language is that of this device from now on, and the server is told for its mails', async () => {
  const server = createFakeServer();
  const outside = createFakeOutside(server);
  const app = createTestApp(outside);
  app.toasts.show('success', 'Your profile is saved.', { area: 'page' });
  app.toasts.offer('info', ({ t }) => t.ui.notifications, {
    area: 'page',
    action: { label: ({ t }) => t.ui.undo, run: () => undefined },
  });
  const told = (): unknown[] =>
    app.toasts.queue.visibleToasts.map(({ content }) => [content.title, content.action?.label]);
  expect(told()[0]).toEqual([en.ui.notifications, en.ui.undo]);
  await changeLanguage(app, 'es');
  // What can still be taken back can be, in words of the language that is spoken now.
  expect(told()).toEqual([[es.ui.notifications, es.ui.undo]]);
  expect(app.state.shell.language).toBe('es');
  expect(createApp(outside).state.shell.language).toBe('es');
  expect(server.calls.at(-1)).toMatchObject({
    method: 'PATCH',
    path: '/api/users/me/',
    body: { language: 'es' },
  });
});

test('before the sign-in nobody is told, and a server that is gone keeps no page from speaking', async () => {
  const server = createFakeServer();
  const app = createApp(createFakeOutside(server));
  await changeLanguage(app, 'es');
  expect(server.calls).toEqual([]);
  server.isDown = true;
  app.state.account.status = 'signed-in';
  await changeLanguage(app, 'en');
  expect(app.state.shell.language).toBe('en');
});

test('of two languages that another tab chooses one right after the other, the last is spoken', async () => {
  const outside = createFakeOutside(createFakeServer());
  const app = createTestApp(outside);
  const stop = followLanguage(app);
  outside.storeElsewhere(LANGUAGE_KEY, 'es');
  outside.storeElsewhere(LANGUAGE_KEY, 'en');
  await until(() => app.state.shell.comingLanguage === null);
  await new Promise((resolve) => setTimeout(resolve));
  expect(app.state.shell.language).toBe('en');
  await Promise.all([changeLanguage(app, 'es'), changeLanguage(app, 'en')]);
  expect(createApp(outside).state.shell.language).toBe('en');
  stop();
});

test('another tab speaks what was chosen in this one, and tells the server nothing', async () => {
  const server = createFakeServer();
  const outside = createFakeOutside(server);
  const app = createTestApp(outside);
  const stop = followLanguage(app);
  outside.storeElsewhere(LANGUAGE_KEY, 'es');
  await until(() => app.state.shell.language === 'es');
  outside.storeElsewhere(LANGUAGE_KEY, 'klingon');
  outside.storeElsewhere(LANGUAGE_KEY, null);
  stop();
  outside.storeElsewhere(LANGUAGE_KEY, 'en');
  await new Promise((resolve) => setTimeout(resolve));
  expect(app.state.shell.language).toBe('es');
  expect(server.calls).toEqual([]);
});
