import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { useAppBase } from '../../core/use-app.ts';
import { useConfig } from '../../core/use-config.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { TextField } from '../../ui/TextField.tsx';
import { AuthCard } from './AuthCard.tsx';
import { isEmail } from './check-fields.ts';
import { OtherWay } from './OtherWay.tsx';
import { Outcome } from './Outcome.tsx';
import { SendButton } from './SendButton.tsx';
import type { Ways } from './sign-in-ways.ts';
import { useForm } from './use-form.ts';

/** Asks for a link to a new password. The answer is the same whether or not there is such an account. */
export function ForgotForm({ toLogin }: Ways) {
  const app = useAppBase();
  const { signIn: late } = useTexts().t;
  const config = useConfig();
  const [asked, setAsked] = useState<string | null>(null);
  const form = useForm({
    initial: { email: '' },
    check: ({ email }): { email?: string } => (isEmail(email) ? {} : { email: late.emailInvalid }),
    send: async ({ email }) => {
      await app.server.call('/api/users/password/forgot/', z.unknown(), {
        method: 'POST',
        body: { email: email.trim() },
        isPublic: true,
        isAuth: true,
      });
      setAsked(email.trim());
    },
  });
  const below = <OtherWay action={late.backToSignIn} onPress={toLogin} />;
  if (asked !== null) {
    return (
      <AuthCard title={late.forgotTitle} below={below}>
        <Outcome icon={<MailCheck size={28} />}>
          {config?.sends_mail === true ? late.linkMailed(asked) : late.linkFromOwner}
        </Outcome>
      </AuthCard>
    );
  }
  return (
    <AuthCard
      title={late.forgotTitle}
      intro={config === null ? null : config.sends_mail ? late.forgotIntroMail : late.forgotIntroOwner}
      error={form.error}
      cause={form.cause}
      onSubmit={form.submit}
      below={below}
    >
      <TextField label={late.email} type="email" autoComplete="username" autoFocus {...form.field('email')} />
      <SendButton form={form} label={late.askLink} loadingLabel={late.asking} />
    </AuthCard>
  );
}
