import { useState } from 'react';
import { isFailure } from '../../../contract/failure.ts';
import { useAppBase } from '../../core/use-app.ts';
import { useLocalSignIn } from '../../core/use-config.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { TextField } from '../../ui/TextField.tsx';
import { AuthCard } from './AuthCard.tsx';
import { OtherWay } from './OtherWay.tsx';
import { SendButton } from './SendButton.tsx';
import { signIn } from './sign-in.ts';
import { useForm } from './use-form.ts';

/**
 * The code of an app, or a recovery code, after the right password or the company's yes.
 *
 * @param challenge What the first step answered with.
 * @param toPassword Back to the first step.
 */
export function SecondStep({
  challenge,
  toPassword,
}: {
  readonly challenge: string;
  readonly toPassword: () => void;
}) {
  const app = useAppBase();
  const { signIn: late } = useTexts().t;
  const hasLocalWays = useLocalSignIn();
  const [isRecovery, setRecovery] = useState(false);
  const [isOver, setOver] = useState(false);
  const form = useForm({
    initial: { code: '' },
    check: ({ code }): { code?: string } => (code.trim() === '' ? { code: late.codeMissing } : {}),
    send: async ({ code }) => {
      try {
        await signIn(app, { kind: 'code', challenge, code: code.trim() });
      } catch (error) {
        setOver(isFailure(error, 'second-factor-expired'));
        throw error;
      }
    },
    places: { 'second-factor-wrong': 'code' },
  });
  const change = (): void => {
    form.reset({ code: '' });
    setRecovery(!isRecovery);
  };
  return (
    <AuthCard
      title={late.codeTitle}
      intro={isRecovery ? late.recoveryIntro : late.codeIntro}
      error={form.error}
      cause={form.cause}
      onSubmit={form.submit}
      below={
        <>
          {!isOver && <OtherWay action={isRecovery ? late.toCode : late.toRecovery} onPress={change} />}
          <OtherWay action={hasLocalWays ? late.backToPassword : late.backToSignIn} onPress={toPassword} />
        </>
      }
    >
      <TextField
        key={String(isRecovery)}
        label={isRecovery ? late.recoveryCode : late.code}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        autoFocus
        {...form.field('code')}
      />
      <SendButton form={form} label={late.signIn} loadingLabel={late.signingIn} />
    </AuthCard>
  );
}
