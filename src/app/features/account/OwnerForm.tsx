import { useState } from 'react';
import { useAppBase } from '../../core/use-app.ts';
import { useConfig } from '../../core/use-config.ts';
import { loadLateTexts } from '../../texts/load-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { lazyPart, PlainFrame } from '../../ui/lazy-part.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { AuthCard } from './AuthCard.tsx';
import { isEmail, refusePassword } from './check-fields.ts';
import { describeSignIn } from './describe-sign-in.ts';
import { OtherWay } from './OtherWay.tsx';
import { SendButton } from './SendButton.tsx';
import { signIn } from './sign-in.ts';
import { useForm } from './use-form.ts';

const RestoreForm = lazyPart(async () => {
  const [{ RestoreForm: Part }] = await Promise.all([
    import('./RestoreForm.tsx'),
    loadLateTexts('en'),
    loadLateTexts('es'),
  ]);
  return Part;
}, PlainFrame);

/** The owner's one-time link: it makes the owner, or lets the owner in again. */
export function OwnerForm({ token }: { readonly token: string }) {
  const app = useAppBase();
  const texts = useTexts();
  const { t } = texts;
  const { signIn: late } = useTexts().t;
  // Who is the owner already keeps the name.
  const config = useConfig();
  const isNew = config?.needs_owner !== false;
  const [restores, setRestores] = useState(false);
  const form = useForm({
    initial: { name: '', email: '', password: '' },
    check: ({ name, email, password }) => {
      const weak = refusePassword(texts, password);
      return {
        ...(isNew && name.trim() === '' ? { name: late.nameMissing } : {}),
        ...(isEmail(email) ? {} : { email: late.emailInvalid }),
        ...(weak === null ? {} : { password: weak }),
      };
    },
    send: async ({ name, email, password }) => {
      const entered = { ...(isNew ? { name: name.trim() } : {}), email: email.trim(), password };
      await signIn(app, { kind: 'owner', token, ...entered });
      const isOwn = config?.credits === true && config.payments === 'off';
      if (isNew && isOwn) app.toasts.show('info', late.ownerCredits, { area: 'page' });
    },
    places: { 'password-weak': 'password', 'email-taken': 'email' },
    describe: (error) => describeSignIn(texts, 'owner', error),
  });
  if (restores) return <RestoreForm token={token} toOwner={() => setRestores(false)} />;
  return (
    <AuthCard
      title={late.ownerTitle}
      intro={late.ownerIntro}
      error={form.error}
      cause={form.cause}
      onSubmit={form.submit}
      below={
        config?.can_restore === true && (
          <OtherWay question={late.hadOne} action={late.toRestore} onPress={() => setRestores(true)} />
        )
      }
    >
      {isNew && (
        <TextField label={late.name} autoComplete="name" maxLength={150} autoFocus {...form.field('name')} />
      )}
      <TextField
        label={late.email}
        type="email"
        autoComplete="username"
        autoFocus={!isNew}
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
      <SendButton form={form} label={late.claim} loadingLabel={late.registering} />
    </AuthCard>
  );
}
