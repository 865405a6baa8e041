import { useEffect, useRef, useState } from 'react';
import { isAbort, isFailure } from '../../../contract/failure.ts';
import { GoogleNonceBody } from '../../../contract/http/accounts.ts';
import { useAppBase } from '../../core/use-app.ts';
import { useConfig } from '../../core/use-config.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { FormError, type Refusal } from '../../ui/FormError.tsx';
import { describeSignIn } from './describe-sign-in.ts';
import { loadGoogle } from './google.ts';
import { readEmail } from './read-email.ts';
import styles from './SignIn.module.css';
import { signIn } from './sign-in.ts';
import { tellWaitingCredits } from './tell-waiting-credits.ts';

/** As wide as the card; Google draws the button. */
const WIDTH_PX = 310;

/** Google's own button, where this instance offers it. Its script is loaded here and nowhere else. */
export function GoogleWay({
  invitation,
  toSecondStep,
  toWaitingList,
}: {
  readonly invitation: string | null;
  readonly toSecondStep: (challenge: string) => void;
  readonly toWaitingList: (email: string) => void;
}) {
  const google = useConfig()?.google ?? null;
  const { signIn: late } = useTexts().t;
  if (google === null) return null;
  return (
    <div className={styles.google}>
      <p className={styles.or}>{late.or}</p>
      <GoogleButton
        {...{ invitation, toSecondStep, toWaitingList }}
        clientId={google.client_id}
        script={google.script_url}
      />
    </div>
  );
}

function GoogleButton({
  clientId,
  script,
  invitation,
  toSecondStep,
  toWaitingList,
}: {
  readonly clientId: string;
  readonly script: string;
  readonly invitation: string | null;
  readonly toSecondStep: (challenge: string) => void;
  readonly toWaitingList: (email: string) => void;
}) {
  const app = useAppBase();
  const texts = useTexts();
  const { t, language } = texts;
  const { signIn: late } = useTexts().t;
  const place = useRef<HTMLDivElement>(null);
  const [tries, setTries] = useState(0);
  /** The try whose button stands there: one of before signs in nobody. */
  const [drawn, setDrawn] = useState('');
  const [error, setError] = useState<Refusal | null>(null);
  const [isLost, setLost] = useState(false);
  const [isBusy, setBusy] = useState(false);

  const enter = async (credential: string | undefined): Promise<void> => {
    setError(null);
    setBusy(true);
    try {
      if (credential === undefined) throw new Error('Google gave no credential');
      const token = invitation === null ? {} : { invitation_token: invitation };
      await signIn(app, { kind: 'google', credential, ...token });
      tellWaitingCredits(app);
    } catch (failure) {
      setBusy(false);
      if (isFailure(failure, 'second-factor-wanted')) return toSecondStep(failure.failure.challenge);
      if (isFailure(failure, 'invitation-required')) return toWaitingList(readEmail(credential ?? ''));
      setError({ sentence: (inTexts) => describeSignIn(inTexts, 'google', failure), cause: failure });
      // What was signed for one try is no good for the next.
      setTries((count) => count + 1);
    }
  };
  const wanted = `${tries} ${language}`;
  const latest = useRef(enter);
  latest.current = enter;

  // A new try asks for a new nonce.
  useEffect(() => {
    const leaving = new AbortController();
    const draw = async (): Promise<void> => {
      const [accounts, { nonce }] = await Promise.all([
        loadGoogle(script, leaving.signal),
        app.server.call('/api/users/auth/google/', GoogleNonceBody, { isPublic: true }, leaving.signal),
      ]);
      if (leaving.signal.aborted || place.current === null) return;
      const callback = ({ credential }: { readonly credential?: string }): void =>
        void latest.current(credential);
      accounts.id.initialize({ client_id: clientId, nonce, ux_mode: 'popup', callback });
      place.current.replaceChildren();
      accounts.id.renderButton(place.current, {
        type: 'standard',
        theme: 'filled_black',
        size: 'large',
        text: 'continue_with',
        width: WIDTH_PX,
        locale: language,
      });
      setDrawn(wanted);
    };
    setLost(false);
    draw().catch((failure: unknown) => {
      if (!isAbort(failure) && !leaving.signal.aborted) setLost(true);
    });
    return () => leaving.abort();
  }, [app, clientId, script, language, wanted]);

  return (
    <>
      <div ref={place} className={styles.googlePlace} inert={isBusy || drawn !== wanted} hidden={isLost} />
      {(isLost || error !== null) && (
        <FormError cause={error?.cause}>{isLost ? late.googleMissing : error?.sentence(texts)}</FormError>
      )}
      {isLost && (
        <Button size="sm" onPress={() => setTries(tries + 1)}>
          {t.ui.retry}
        </Button>
      )}
      {isBusy && (
        <p className={styles.intro} role="status">
          {late.signingIn}
        </p>
      )}
    </>
  );
}
