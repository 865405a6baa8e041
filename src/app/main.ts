import '@fontsource-variable/inter/wght.css';
import './tokens.css';
import './reset.css';
import { isFailure } from '../contract/failure.ts';
import { followMotion } from './browser/less-motion.ts';
import { nextTask } from './browser/next-task.ts';
import { openOutside } from './browser/open-outside.ts';
import type { Outside } from './browser/outside.ts';
import type { App as WholeApp } from './core/app.ts';
import { createAppBase } from './core/create-app-base.ts';
import { startPage } from './shell/start-page.ts';
import { chooseLanguage } from './texts/choose-language.ts';
import { describeError } from './texts/describe-failure.ts';
import { loadLateTexts, loadTexts } from './texts/load-texts.ts';

// Reading this file is a task by itself, and so is reading what draws the page: with what follows they would be long ones.
const opened = nextTask().then(() => {
  const outside = openOutside();
  return { outside, texts: loadTexts(chooseLanguage(outside.localStorage, outside.languages)) };
});
const screen = opened.then(nextTask).then(() => import('./App.tsx'));
// No await up here: chunks that wait for this one while it waits for them would never start, so the bundler cuts all apart.
void Promise.all([opened, screen]).then(async ([{ outside, texts }, drawn]) => {
  await texts;
  await nextTask();
  start(outside, drawn);
});

function start(outside: Outside, { renderApp }: Awaited<typeof screen>): void {
  const base = createAppBase(outside);
  const onError = (error: unknown): void => {
    // A dialog, or the stage, says it and what to do.
    if (isFailure(error, 'device-storage-newer') || isFailure(error, 'device-storage-unavailable')) return;
    base.toasts.show('error', describeError(base.texts(), error), { area: 'page', cause: error });
    reportError(error);
  };
  let opening: Promise<WholeApp> | null = null;
  // What a signed-in person works with comes once, when somebody is; a load that failed is begun again.
  const openApp = (): Promise<WholeApp> => {
    opening ??= open().catch((error: unknown) => {
      opening = null;
      throw error;
    });
    return opening;
  };
  const open = async (): Promise<WholeApp> => {
    const [{ createApp }, { startApp }] = await Promise.all([
      import('./create-app.ts'),
      import('./start-app.ts'),
      loadLateTexts(base.state.shell.language),
    ]);
    await nextTask();
    const app = createApp(outside, base);
    await nextTask();
    startApp(app, onError);
    if (import.meta.env.DEV) window.vitrine = (await import('./shell/debug-app.ts')).debugApp(app);
    return app;
  };
  // What cannot be fetched now comes with the next visit.
  const offline = import.meta.env.PROD
    ? import('./shell/register-offline.ts')
        .then(({ registerOffline }) => registerOffline(base))
        .catch(() => null)
    : null;
  const acceptUpdate = async (): Promise<void> => (await offline)?.();
  // A part that the server does not have any more: a newer version may be there before the page looks for one by itself.
  const lookForUpdate = (): void => {
    if (offline === null || !('serviceWorker' in navigator)) return;
    navigator.serviceWorker
      .getRegistration('/')
      .then((registration) => registration?.update())
      // The line is gone: it is looked for again with the next part that does not come.
      .catch(() => {});
  };
  followMotion(base.state.preferences);
  startPage(base);
  // Whoever was signed in goes on at once. Code that does not come is said, and asked for again, where it is shown.
  if (base.state.account.status === 'signed-in') openApp().catch(() => {});
  // A link that is used once has been read; it must not stay in the address, the history or a screenshot.
  if (isOnceLink()) history.replaceState(null, '', location.pathname + location.search);
  // Opened where the page already is, it changes only what stands after the #.
  addEventListener('hashchange', () => isOnceLink() && location.reload());
  renderApp(base, { openApp, onUpdate: acceptUpdate, onLook: lookForUpdate });
}

function isOnceLink(): boolean {
  return /^#(owner|reset|verify)=/.test(location.hash);
}
