import { MailCheck } from 'lucide-react';
import { useState } from 'react';
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
import { describeJoining, joinWaitingList } from './waiting-list.ts';

/**
 * The waiting list: an e-mail, and then that it is on it.
 *
 * @param refused E-mail of somebody who came without the invitation that they need; null for anybody else.
 */
export function WaitingListForm({ refused, toLogin }: Ways & { readonly refused: string | null }) {
  const app = useAppBase();
  const texts = useTexts();
  const { signIn: late } = useTexts().t;
  const config = useConfig();
  const [joined, setJoined] = useState<string | null>(null);
  const form = useForm({
    initial: { email: refused ?? '' },
    check: ({ email }): { email?: string } => (isEmail(email) ? {} : { email: late.emailInvalid }),
    send: async ({ email }) => {
      await joinWaitingList(app, email.trim());
      setJoined(email.trim());
    },
    places: { 'already-registered': 'email', 'email-taken': 'email' },
    describe: (error) => describeJoining(texts, error),
  });
  const below = <OtherWay question={late.haveAccount} action={late.toSignIn} onPress={toLogin} />;
  if (joined !== null) {
    return (
      <AuthCard title={late.joinedTitle} below={below}>
        <Outcome icon={<MailCheck size={28} />}>
          {config?.sends_mail === true ? late.joinedMail(joined) : late.joined(joined)}
        </Outcome>
      </AuthCard>
    );
  }
  return (
    <AuthCard
      title={late.waitingTitle}
      intro={late.waitingIntro}
      cause={form.cause}
      error={form.error ?? (refused === null ? undefined : late.invitationNeeded)}
      onSubmit={form.submit}
      below={below}
    >
      <TextField label={late.email} type="email" autoComplete="email" autoFocus {...form.field('email')} />
      <SendButton form={form} label={late.join} loadingLabel={late.joining} />
    </AuthCard>
  );
}
