import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { TextField } from '../../ui/TextField.tsx';
import { useApp } from '../../use-app.ts';
import { AuthCard } from './AuthCard.tsx';
import { isEmail, refusePassword } from './check-fields.ts';
import { describeSignIn } from './describe-sign-in.ts';
import { SendButton } from './SendButton.tsx';
import { signIn } from './sign-in.ts';
import { useForm } from './use-form.ts';

/** The owner's one-time link: it makes the owner, or lets the owner in again. */
export function OwnerForm({ token }: { readonly token: string }) {
  const app = useApp();
  const texts = useTexts();
  const { t } = texts;
  const { signIn: late } = useLateTexts();
  const form = useForm({
    initial: { email: '', password: '' },
    check: ({ email, password }) => {
      const weak = refusePassword(texts, password);
      return {
        ...(isEmail(email) ? {} : { email: late.emailInvalid }),
        ...(weak === null ? {} : { password: weak }),
      };
    },
    send: ({ email, password }) => signIn(app, { kind: 'owner', token, email: email.trim(), password }),
    places: { 'password-weak': 'password', 'email-taken': 'email' },
    describe: (error) => describeSignIn(texts, 'owner', error),
  });
  return (
    <AuthCard title={late.ownerTitle} intro={late.ownerIntro} error={form.error} onSubmit={form.submit}>
      <TextField label={late.email} type="email" autoComplete="username" autoFocus {...form.field('email')} />
      <TextField
        label={late.password}
        type="password"
        autoComplete="new-password"
        help={late.passwordHelp}
        reveal={{ show: t.ui.showPassword, hide: t.ui.hidePassword }}
        {...form.field('password')}
      />
      <SendButton form={form} label={late.claim} loadingLabel={late.registering} />
    </AuthCard>
  );
}
