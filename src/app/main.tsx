import '@fontsource-variable/inter/wght.css';
import './tokens.css';
import './reset.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { followMotion } from './browser/less-motion.ts';
import { openOutside } from './browser/open-outside.ts';
import { AppProvider } from './core/use-app.ts';
import { createApp } from './create-app.ts';
import { startApp } from './start-app.ts';
import { chooseLanguage } from './texts/choose-language.ts';
import { describeError } from './texts/describe-failure.ts';
import { loadTexts } from './texts/load-texts.ts';

const outside = openOutside();
// No await up here: chunks that wait for this one while it waits for them would never start, so the bundler cuts all apart.
void loadTexts(chooseLanguage(outside.localStorage, outside.languages)).then(start);

function start(): void {
  const app = createApp(outside);
  // Whoever was signed in goes on at once. Code that does not come is said, and asked for again, where it is shown.
  if (app.session.owner() !== null) import('./Studio.tsx').catch(() => {});
  // What cannot be fetched now comes with the next visit.
  const offline = import.meta.env.PROD
    ? import('./shell/register-offline.ts')
        .then(({ registerOffline }) => registerOffline(app))
        .catch(() => null)
    : null;
  const acceptUpdate = async (): Promise<void> => (await offline)?.();
  if (import.meta.env.DEV) {
    void import('./shell/debug-app.ts').then(({ debugApp }) => {
      window.vitrine = debugApp(app);
    });
  }
  followMotion(app.state.preferences);
  const root = createRoot(document.getElementById('root')!);
  startApp(app, (error) => {
    app.toasts.show('error', describeError(app.texts(), error), { area: 'page', cause: error });
    reportError(error);
  });
  // A link that is used once has been read; it must not stay in the address, the history or a screenshot.
  if (isOnceLink()) history.replaceState(null, '', location.pathname + location.search);
  // Opened where the page already is, it changes only what stands after the #.
  addEventListener('hashchange', () => isOnceLink() && location.reload());
  root.render(
    <StrictMode>
      <AppProvider app={app}>
        <QueryClientProvider client={app.queries}>
          <App onUpdate={acceptUpdate} />
        </QueryClientProvider>
      </AppProvider>
    </StrictMode>,
  );
}

function isOnceLink(): boolean {
  return /^#(owner|reset|verify)=/.test(location.hash);
}
