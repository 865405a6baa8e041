import { expect, test } from 'vitest';
import type { Notifications } from '../../../../src/app/browser/outside.ts';
import { askToNotify } from '../../../../src/app/features/order/ask-to-notify.ts';
import { type RenderEnd, tellEnd } from '../../../../src/app/features/progress/tell-end.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp, until } from '../../../support/fake-outside.ts';

const DONE: RenderEnd = { renderId: 5, status: 'completed', refunded: 0, code: null };
const FAILED: RenderEnd = { renderId: 6, status: 'error', refunded: 200, code: 'engine-lost' };

/** Tabs of one browser: they share a local storage and the notices of the desktop. */
function openBrowser(permission: NotificationPermission | null = 'granted') {
  const shared = createFakeOutside(createFakeServer());
  const shown: { title: string; body: string; press: () => void }[] = [];
  const asked: string[] = [];
  let answer = permission;
  const notifications: Notifications = {
    permission: () => answer ?? 'default',
    ask: async () => {
      asked.push('asked');
      answer = 'denied';
    },
    show: (title, body, _tag, press) => void shown.push({ title, body, press }),
  };
  const openTab = (isVisible: boolean) => {
    const page = { isVisible };
    const listeners = new Set<() => void>();
    const app = createTestApp({
      ...shared,
      notifications: permission === null ? null : notifications,
      page: {
        ...shared.page,
        isVisible: () => page.isVisible,
        onChange: (listener) => {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
      },
    });
    return {
      app,
      toasts: () => app.toasts.queue.visibleToasts.map(({ content }) => content.title),
      look: () => {
        page.isVisible = true;
        for (const listener of listeners) listener();
      },
    };
  };
  return { openTab, shown, asked };
}

test('nobody looks: one notification of all tabs, and a press on it opens the render', async () => {
  const browser = openBrowser();
  const [one, two] = [browser.openTab(false), browser.openTab(false)];
  await Promise.all([tellEnd(one.app, DONE), tellEnd(two.app, DONE)]);
  expect(browser.shown.map(({ title }) => title)).toEqual(['The render is finished.']);
  browser.shown[0]?.press();
  expect([one, two].map(({ app }) => app.state.shell.modal)).toContainEqual({ kind: 'result', renderId: 5 });
  // Told again after a reload: not a second time.
  await tellEnd(browser.openTab(false).app, DONE);
  expect(browser.shown).toHaveLength(1);
});

test('a tab that is looked at says it, and the hidden one is quiet', async () => {
  const browser = openBrowser();
  const [hidden, seen] = [browser.openTab(false), browser.openTab(true)];
  await Promise.all([tellEnd(hidden.app, FAILED), tellEnd(seen.app, FAILED)]);
  expect([hidden.toasts(), seen.toasts(), browser.shown.length]).toEqual([[], [expect.any(String)], 0]);
  // The toast is read aloud by itself.
  expect([hidden, seen].map(({ app }) => app.state.progress.announcement.text)).toEqual(['', '']);
});

test('of two pictures that are finished a screen reader says both', async () => {
  const { app } = openBrowser().openTab(true);
  await tellEnd(app, DONE);
  expect(app.state.progress.announcement).toEqual({ text: 'The render is finished.', count: 1 });
  await tellEnd(app, { ...DONE, renderId: 6 });
  expect(app.state.progress.announcement).toEqual({ text: 'The render is finished.', count: 2 });
});

test('a failure that nobody saw is said when the page is looked at again, also without notifications', async () => {
  for (const permission of ['denied', null] as const) {
    const browser = openBrowser(permission);
    const tab = browser.openTab(false);
    await tellEnd(tab.app, FAILED);
    expect([tab.toasts(), browser.shown.length]).toEqual([[], 0]);
    tab.look();
    expect(tab.toasts()).toHaveLength(1);
  }
});

test('permission is asked for once, at the first order of this browser, where there is anything to ask', async () => {
  const browser = openBrowser('default');
  const { app } = browser.openTab(true);
  expect(browser.asked).toEqual([]);
  askToNotify(app);
  askToNotify(browser.openTab(true).app);
  await until(() => browser.asked.length > 0);
  expect(browser.asked).toEqual(['asked']);
  for (const permission of ['granted', 'denied', null] as const) {
    const other = openBrowser(permission);
    askToNotify(other.openTab(true).app);
    expect(other.asked).toEqual([]);
  }
});
