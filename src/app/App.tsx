import { useSnapshot } from 'valtio';
import { useApp } from './core/use-app.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { SignIn, Studio, VerifyEmail } from './shell/lazy-parts.tsx';
import { TextsProvider } from './texts/TextsProvider.tsx';
import { ToastRegion } from './ui/ToastRegion.tsx';

/** The page: the way in, or the studio. */
export function App({ onUpdate }: { readonly onUpdate: () => Promise<void> }) {
  const app = useApp();
  const { language } = useSnapshot(app.state.shell);
  const { status, userId, link } = useSnapshot(app.state.account);
  return (
    <TextsProvider language={language}>
      <ErrorBoundary>
        {status === 'signed-out' && <SignIn />}
        {status === 'signed-in' && <Studio key={userId} onUpdate={onUpdate} />}
        {link?.kind === 'verify' && status !== 'unknown' && <VerifyEmail />}
        <ToastRegion toasts={app.toasts} />
      </ErrorBoundary>
    </TextsProvider>
  );
}
