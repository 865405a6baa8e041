import { useQuery } from '@tanstack/react-query';
import { isFailure } from '../../../contract/failure.ts';
import { useAppBase } from '../../core/use-app.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { AuthCard } from './AuthCard.tsx';
import { OtherWay } from './OtherWay.tsx';
import { RegisterForm } from './RegisterForm.tsx';
import { SignInSkeleton } from './SignInSkeleton.tsx';
import type { Ways } from './sign-in-ways.ts';
import { describeInvitation, invitationQuery } from './waiting-list.ts';

/** Registration with the invitation of the address, once the server says that it is good. */
export function InvitedForm({ token, ...ways }: Ways & { readonly token: string }) {
  const app = useAppBase();
  const texts = useTexts();
  const { t } = texts;
  const { signIn: late } = useTexts().t;
  const invitation = useQuery(invitationQuery(app, token));
  if (invitation.isSuccess) {
    return <RegisterForm invited={{ token, email: invitation.data.email }} {...ways} />;
  }
  const isSpent = isFailure(invitation.error, 'invitation-invalid');
  return (
    <AuthCard
      title={late.registerTitle}
      error={invitation.isError ? describeInvitation(texts, invitation.error) : undefined}
      below={<OtherWay question={late.haveAccount} action={late.toSignIn} onPress={ways.toLogin} />}
    >
      {!invitation.isError && <SignInSkeleton />}
      {invitation.isError && isSpent && (
        <Button variant="primary" size="lg" isWide onPress={ways.toRegister}>
          {late.goOn}
        </Button>
      )}
      {invitation.isError && !isSpent && (
        <Button size="lg" isWide onPress={() => void invitation.refetch()}>
          {t.ui.retry}
        </Button>
      )}
    </AuthCard>
  );
}
