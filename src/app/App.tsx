import { useSnapshot } from 'valtio';
import { useApp } from './core/use-app.ts';
import { ErrorBoundary } from './shell/ErrorBoundary.tsx';
import { PageFrame } from './shell/lazy-frames.tsx';
import { TextsProvider } from './texts/TextsProvider.tsx';
import { lazyPart, NoFrame } from './ui/lazy-part.tsx';
import { ToastRegion } from './ui/ToastRegion.tsx';

const SignIn = lazyPart(async () => (await import('./features/account/SignIn.tsx')).SignIn, PageFrame);
const Studio = lazyPart(async () => (await import('./Studio.tsx')).Studio, PageFrame);
const VerifyEmail = lazyPart(
  async () => (await import('./features/account/VerifyEmail.tsx')).VerifyEmail,
  NoFrame,
);

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
