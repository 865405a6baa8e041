import { useState } from 'react';
import { isFailure } from '../../../contract/failure.ts';
import { useAppBase } from '../../core/use-app.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { TextField } from '../../ui/TextField.tsx';
import { AuthCard } from './AuthCard.tsx';
import { refusePassword } from './check-fields.ts';
import { describeSignIn } from './describe-sign-in.ts';
import { OtherWay } from './OtherWay.tsx';
import { SendButton } from './SendButton.tsx';
import { signIn } from './sign-in.ts';
import { useForm } from './use-form.ts';

/** A new password, by the link of a mail or of the owner; it signs in. */
export function ResetForm({
  token,
  toForgot,
  toLogin,
  toSecondStep,
}: {
  readonly token: string;
  readonly toForgot: () => void;
  readonly toLogin: () => void;
  readonly toSecondStep: (challenge: string) => void;
}) {
  const app = useAppBase();
  const texts = useTexts();
  const { t } = texts;
  const { signIn: late } = useTexts().t;
  const [isSpent, setSpent] = useState(false);
  const form = useForm({
    initial: { password: '' },
    check: ({ password }): { password?: string } => {
      const weak = refusePassword(texts, password);
      return weak === null ? {} : { password: weak };
    },
    send: async ({ password }) => {
      try {
        await signIn(app, { kind: 'reset', token, password });
      } catch (error) {
        if (isFailure(error, 'second-factor-wanted')) return toSecondStep(error.failure.challenge);
        setSpent(isFailure(error, 'account-link-invalid'));
        throw error;
      }
    },
    places: { 'password-weak': 'password' },
    describe: (error) => describeSignIn(texts, 'reset', error),
  });
  return (
    <AuthCard
      title={late.resetTitle}
      intro={late.resetIntro}
      error={form.error}
      cause={form.cause}
      onSubmit={form.submit}
      below={
        <>
          {isSpent && <OtherWay action={late.askAgain} onPress={toForgot} />}
          <OtherWay action={late.backToSignIn} onPress={toLogin} />
        </>
      }
    >
      <TextField
        label={late.newPassword}
        type="password"
        autoComplete="new-password"
        autoFocus
        help={late.passwordHelp}
        reveal={{ show: t.ui.showPassword, hide: t.ui.hidePassword }}
        {...form.field('password')}
      />
      <SendButton form={form} label={late.reset} loadingLabel={late.signingIn} />
    </AuthCard>
  );
}
