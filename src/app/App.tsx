import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, useEffect, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { useSnapshot } from 'valtio';
import { untilLoaded } from './browser/load-code.ts';
import type { AppBase, App as WholeApp } from './core/app.ts';
import { AppBaseProvider, AppProvider, useAppBase } from './core/use-app.ts';
import { ErrorBoundary } from './shell/ErrorBoundary.tsx';
import { PageFrame } from './shell/PageFrame.tsx';
import { TextsProvider } from './texts/TextsProvider.tsx';
import { FocusTrail } from './ui/FocusTrail.tsx';
import { lazyPart, NoFrame, VersionsContext } from './ui/lazy-part.tsx';

const loadSignIn = () => import('./features/account/SignIn.tsx');
const SignIn = lazyPart(async () => (await loadSignIn()).SignIn, PageFrame);
const VerifyEmail = lazyPart(
  async () => (await import('./features/account/VerifyEmail.tsx')).VerifyEmail,
  NoFrame,
);
const ToastRegion = lazyPart(
  async () => (await untilLoaded(() => import('./ui/ToastRegion.tsx'))).ToastRegion,
  NoFrame,
);

interface AppProps {
  /** Loads and starts what a signed-in person works with, once. */
  readonly openApp: () => Promise<WholeApp>;
  readonly onUpdate: () => Promise<void>;
  /** Asks the server whether it has a newer version. */
  readonly onLook: () => void;
}

/** Draws the page, from now on. */
export function renderApp(base: AppBase, props: AppProps): void {
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <AppBaseProvider base={base}>
        <QueryClientProvider client={base.queries}>
          <FocusTrail>
            <App {...props} />
          </FocusTrail>
        </QueryClientProvider>
      </AppBaseProvider>
    </StrictMode>,
  );
}

/** The page: the way in, or the studio. */
function App({ openApp, onUpdate, onLook }: AppProps) {
  const base = useAppBase();
  const { language, hasUpdate } = useSnapshot(base.state.shell);
  const { isOnDevice } = useSnapshot(base.state.project);
  const { status, userId, link } = useSnapshot(base.state.account);
  const [Studio] = useState(() => studioOf(openApp));
  const isSignedOut = status === 'signed-out';
  useEffect(() => {
    if (!isSignedOut) return;
    // What comes after it is on its way once the way in is there.
    loadSignIn()
      .then(openApp)
      .catch(() => {});
  }, [isSignedOut, openApp]);
  const versions = useMemo(
    () => ({ hasUpdate: hasUpdate && isOnDevice, look: onLook, take: () => void onUpdate() }),
    [hasUpdate, isOnDevice, onLook, onUpdate],
  );
  return (
    <TextsProvider language={language}>
      <ErrorBoundary>
        <VersionsContext value={versions}>
          {isSignedOut && <SignIn />}
          {status === 'signed-in' && <Studio key={userId} onUpdate={onUpdate} />}
          {link?.kind === 'verify' && status !== 'unknown' && <VerifyEmail />}
          <ToastRegion toasts={base.toasts} />
        </VersionsContext>
      </ErrorBoundary>
    </TextsProvider>
  );
}

function studioOf(openApp: AppProps['openApp']) {
  return lazyPart<Pick<AppProps, 'onUpdate'>>(async () => {
    const [app, { Studio }] = await Promise.all([openApp(), import('./Studio.tsx')]);
    return (props) => (
      <AppProvider app={app}>
        <Studio {...props} />
      </AppProvider>
    );
  }, PageFrame);
}
