import { Building2 } from 'lucide-react';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { CompanyStartBody } from '../../../contract/http/accounts.ts';
import { useAppBase } from '../../core/use-app.ts';
import { useConfig } from '../../core/use-config.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { type Refusal, Refused } from '../../ui/FormError.tsx';
import { describeSignIn } from './describe-sign-in.ts';
import { leaveProvider, readLeaving } from './leaving.ts';
import { OtherWay } from './OtherWay.tsx';

/**
 * To the company's own provider of identities, where there is one. The browser leaves the page, and comes back with an answer. Where
 * the provider was not told that somebody signed out here, it says so, and leads there.
 */
export function CompanyWay({ isOnly = false }: { readonly isOnly?: boolean }) {
  const app = useAppBase();
  const { signIn: late } = useTexts().t;
  const company = useConfig()?.company ?? null;
  const { connection } = useSnapshot(app.state.shell);
  const { wayOut } = useSnapshot(app.state.account);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Refusal | null>(null);
  if (company === null) return null;
  const go = async (): Promise<void> => {
    setError(null);
    setBusy(true);
    try {
      const { url } = await app.server.call('/api/users/auth/company/', CompanyStartBody, {
        method: 'POST',
        body: { asks_who: readLeaving(app) !== null },
        isPublic: true,
      });
      app.outside.address.leave(url);
    } catch (failure) {
      setBusy(false);
      setError({ sentence: (texts) => describeSignIn(texts, 'company', failure), cause: failure });
    }
  };
  return (
    <>
      <Button
        variant={isOnly ? 'primary' : 'quiet'}
        isWide
        icon={<Building2 size={16} aria-hidden="true" />}
        isDisabled={connection === 'offline'}
        isLoading={isBusy}
        loadingLabel={late.signingIn}
        onPress={() => void go()}
      >
        {late.company(company.name)}
      </Button>
      <Refused refusal={error} />
      {wayOut !== null && (
        <OtherWay
          question={late.stillThere(company.name)}
          action={late.signOutThere}
          isDisabled={connection !== 'online' && connection !== 'auth'}
          onPress={() => leaveProvider(app, wayOut, 'signed-out')}
        />
      )}
    </>
  );
}
