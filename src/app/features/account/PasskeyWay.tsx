import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { isAbort } from '../../../contract/failure.ts';
import { useAppBase } from '../../core/use-app.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { type Refusal, Refused } from '../../ui/FormError.tsx';
import { canUsePasskeys } from './can-use-passkeys.ts';
import { describeSignIn } from './describe-sign-in.ts';
import { signInWithPasskey } from './passkeys.ts';

/** Signing in without e-mail and password, where the browser has passkeys. */
export function PasskeyWay() {
  const app = useAppBase();
  const { signIn: late } = useTexts().t;
  const { connection } = useSnapshot(app.state.shell);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Refusal | null>(null);
  const enter = async (): Promise<void> => {
    setError(null);
    setBusy(true);
    try {
      await signInWithPasskey(app);
    } catch (failure) {
      setBusy(false);
      if (!isAbort(failure)) {
        setError({ sentence: (texts) => describeSignIn(texts, 'passkey', failure), cause: failure });
      }
    }
  };
  if (!canUsePasskeys() || connection === 'offline') return null;
  return (
    <>
      <Button
        variant="quiet"
        isWide
        icon={<KeyRound size={16} aria-hidden="true" />}
        isLoading={isBusy}
        loadingLabel={late.signingIn}
        onPress={() => void enter()}
      >
        {late.passkey}
      </Button>
      <Refused refusal={error} />
    </>
  );
}
