import { useApp } from './core/use-app.ts';
import { UnsentWindow } from './features/unsent/UnsentWindow.tsx';
import { discardUnsent } from './stories/discard-unsent.ts';

/** What the server does not have, with what gives it up. */
export function UnsentHost({ onClose }: { readonly onClose: () => void }) {
  const app = useApp();
  return <UnsentWindow onDiscard={(key) => discardUnsent(app, key)} onClose={onClose} />;
}
