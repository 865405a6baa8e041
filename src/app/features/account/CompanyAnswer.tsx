import { useEffect, useRef, useState } from 'react';
import { isFailure } from '../../../contract/failure.ts';
import { useAppBase } from '../../core/use-app.ts';
import { useLocalSignIn } from '../../core/use-config.ts';
import { useTexts } from '../../texts/use-texts.ts';
import type { Refusal } from '../../ui/FormError.tsx';
import { AuthCard } from './AuthCard.tsx';
import { CompanyWay } from './CompanyWay.tsx';
import { describeSignIn } from './describe-sign-in.ts';
import { OtherWay } from './OtherWay.tsx';
import styles from './SignIn.module.css';
import { signIn } from './sign-in.ts';

/** The browser is back from the company's provider: its answer signs in, once. */
export function CompanyAnswer({
  answer,
  toLogin,
  toSecondStep,
}: {
  readonly answer: string;
  readonly toLogin: () => void;
  readonly toSecondStep: (challenge: string) => void;
}) {
  const app = useAppBase();
  const texts = useTexts();
  const { signIn: late } = texts.t;
  const hasLocalWays = useLocalSignIn();
  const [error, setError] = useState<Refusal | null>(null);
  const latest = useRef(toSecondStep);
  latest.current = toSecondStep;
  const isSent = useRef(false);

  useEffect(() => {
    // It is good for one time: an effect that runs twice sends it once.
    if (isSent.current) return;
    isSent.current = true;
    // A reload would send it again.
    app.outside.address.change('');
    signIn(app, { kind: 'company', answer }).catch((failure: unknown) => {
      if (isFailure(failure, 'second-factor-wanted')) return latest.current(failure.failure.challenge);
      setError({ sentence: (inTexts) => describeSignIn(inTexts, 'company', failure), cause: failure });
    });
  }, [app, answer]);

  return (
    <AuthCard title={late.signInTitle} error={error?.sentence(texts)} cause={error?.cause}>
      {error === null ? (
        <p className={styles.intro} role="status">
          {late.signingIn}
        </p>
      ) : (
        <>
          <CompanyWay isOnly />
          {hasLocalWays && <OtherWay action={late.backToSignIn} onPress={toLogin} />}
        </>
      )}
    </AuthCard>
  );
}
