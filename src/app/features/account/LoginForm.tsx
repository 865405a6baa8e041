import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { isFailure } from '../../../contract/failure.ts';
import { useAppBase } from '../../core/use-app.ts';
import { useConfig } from '../../core/use-config.ts';
import { describeFailure } from '../../texts/describe-failure.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { TextField } from '../../ui/TextField.tsx';
import { AuthCard } from './AuthCard.tsx';
import { CompanyWay } from './CompanyWay.tsx';
import { isEmail } from './check-fields.ts';
import { describeSignIn } from './describe-sign-in.ts';
import { GoogleWay } from './GoogleWay.tsx';
import { OtherWay } from './OtherWay.tsx';
import { PasskeyWay } from './PasskeyWay.tsx';
import { SendButton } from './SendButton.tsx';
import { signIn } from './sign-in.ts';
import type { Ways } from './sign-in-ways.ts';
import { useForm } from './use-form.ts';

/** E-mail and password of an account that there is. */
export function LoginForm({ invitation, toForgot, toRegister, toSecondStep, toWaitingList }: Ways) {
  const app = useAppBase();
  const texts = useTexts();
  const { t } = texts;
  const { signIn: late } = useTexts().t;
  const { connection } = useSnapshot(app.state.shell);
  const config = useConfig();
  const form = useForm({
    initial: { email: '', password: '' },
    check: ({ email, password }) => ({
      ...(isEmail(email) ? {} : { email: late.emailInvalid }),
      ...(password === '' ? { password: late.passwordMissing } : {}),
    }),
    send: async ({ email, password }) => {
      try {
        await signIn(app, { kind: 'login', email: email.trim(), password });
      } catch (error) {
        if (!isFailure(error, 'second-factor-wanted')) throw error;
        toSecondStep(error.failure.challenge);
      }
    },
    places: { 'credentials-wrong': 'password' },
    describe: (error) => describeSignIn(texts, 'login', error),
  });
  const email = useRef<HTMLInputElement>(null);
  // A focus has the page laid out at once: with the frame that shows it, not in the task that makes it.
  useEffect(() => {
    const frame = requestAnimationFrame(() => email.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  const intro =
    connection === 'auth'
      ? describeFailure(texts, { code: 'not-authenticated' })
      : config?.needs_owner === true
        ? late.needsOwner
        : null;
  return (
    <AuthCard
      title={late.signInTitle}
      intro={intro}
      error={form.error}
      cause={form.cause}
      onSubmit={form.submit}
      below={
        <>
          <PasskeyWay />
          <CompanyWay />
          <GoogleWay {...{ invitation, toSecondStep, toWaitingList }} />
          <OtherWay question={late.newHere} action={late.toRegister} onPress={toRegister} />
        </>
      }
    >
      <TextField
        label={late.email}
        type="email"
        autoComplete="username"
        inputRef={email}
        {...form.field('email')}
      />
      <TextField
        label={late.password}
        type="password"
        autoComplete="current-password"
        reveal={{ show: t.ui.showPassword, hide: t.ui.hidePassword }}
        {...form.field('password')}
      />
      <SendButton form={form} label={late.signIn} loadingLabel={late.signingIn} />
      <OtherWay action={late.forgot} onPress={toForgot} />
    </AuthCard>
  );
}
