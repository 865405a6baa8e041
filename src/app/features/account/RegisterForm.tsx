import { isFailure } from '../../../contract/failure.ts';
import { useAppBase } from '../../core/use-app.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { TextField } from '../../ui/TextField.tsx';
import { AuthCard } from './AuthCard.tsx';
import { CompanyWay } from './CompanyWay.tsx';
import { isEmail, refusePassword } from './check-fields.ts';
import { describeSignIn } from './describe-sign-in.ts';
import { GoogleWay } from './GoogleWay.tsx';
import { OtherWay } from './OtherWay.tsx';
import { SendButton } from './SendButton.tsx';
import { signIn } from './sign-in.ts';
import type { Ways } from './sign-in-ways.ts';
import { tellWaitingCredits } from './tell-waiting-credits.ts';
import { useForm } from './use-form.ts';

/** What an invitation is good for; `email` is null where anybody may use it. */
export interface Invitation {
  readonly token: string;
  readonly email: string | null;
}

/** A new account: name, e-mail and password (B9). */
export function RegisterForm({
  invited,
  toLogin,
  toSecondStep,
  toWaitingList,
}: Ways & { readonly invited: Invitation | null }) {
  const app = useAppBase();
  const texts = useTexts();
  const { t } = texts;
  const { signIn: late } = useTexts().t;
  const form = useForm({
    initial: { name: '', email: invited?.email ?? '', password: '' },
    check: ({ name, email, password }) => {
      const weak = refusePassword(texts, password);
      return {
        ...(name.trim() === '' ? { name: late.nameMissing } : {}),
        ...(isEmail(email) ? {} : { email: late.emailInvalid }),
        ...(weak === null ? {} : { password: weak }),
      };
    },
    send: async ({ name, email, password }) => {
      const entered = { name: name.trim(), email: email.trim(), password };
      const token = invited === null ? {} : { invitation_token: invited.token };
      try {
        await signIn(app, { kind: 'register', ...entered, ...token });
        tellWaitingCredits(app);
      } catch (error) {
        if (isFailure(error, 'invitation-required')) toWaitingList(entered.email);
        throw error;
      }
    },
    places: { 'password-weak': 'password', 'email-taken': 'email' },
    describe: (error) => describeSignIn(texts, 'register', error),
  });
  const isBound = invited?.email !== undefined && invited.email !== null;
  return (
    <AuthCard
      title={late.registerTitle}
      intro={invited === null ? null : late.invited}
      error={form.error}
      cause={form.cause}
      onSubmit={form.submit}
      below={
        <>
          <CompanyWay />
          <GoogleWay invitation={invited?.token ?? null} {...{ toSecondStep, toWaitingList }} />
          <OtherWay question={late.haveAccount} action={late.toSignIn} onPress={toLogin} />
        </>
      }
    >
      <TextField label={late.name} autoComplete="name" maxLength={150} autoFocus {...form.field('name')} />
      <TextField
        label={late.email}
        type="email"
        autoComplete="username"
        isReadOnly={isBound}
        help={isBound ? late.invitedEmail : undefined}
        {...form.field('email')}
      />
      <TextField
        label={late.password}
        type="password"
        autoComplete="new-password"
        help={late.passwordHelp}
        reveal={{ show: t.ui.showPassword, hide: t.ui.hidePassword }}
        {...form.field('password')}
      />
      <SendButton form={form} label={late.register} loadingLabel={late.registering} />
    </AuthCard>
  );
}
