import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useSnapshot } from 'valtio';
import { useAppBase } from '../../core/use-app.ts';
import { useLocalSignIn } from '../../core/use-config.ts';
import { AuthCard } from './AuthCard.tsx';
import { CompanyAnswer } from './CompanyAnswer.tsx';
import { CompanyOnly } from './CompanyOnly.tsx';
import { ForgotForm } from './ForgotForm.tsx';
import { InvitedForm } from './InvitedForm.tsx';
import { LoginForm } from './LoginForm.tsx';
import { OwnerForm } from './OwnerForm.tsx';
import { RegisterForm } from './RegisterForm.tsx';
import { ResetForm } from './ResetForm.tsx';
import { SecondStep } from './SecondStep.tsx';
import { SignInSkeleton } from './SignInSkeleton.tsx';
import type { Ways } from './sign-in-ways.ts';
import { WaitingListForm } from './WaitingListForm.tsx';
import { waitingListQuery } from './waiting-list.ts';

/** What stands on the card when the address brought no link. */
export type Way = 'login' | 'register' | 'waiting' | 'forgot';

/**
 * The way in: sign in, register, the waiting list, or what a link in the address is for. While the waiting list is on, it
 * is what a person sees who was not here before (S1 2.3, B6).
 */
export function SignIn() {
  const app = useAppBase();
  const { link, hasSignedOut } = useSnapshot(app.state.account);
  const { connection } = useSnapshot(app.state.shell);
  // The form is drawn in slices when the answer is there: at once it is a task of 50 ms.
  const list = useDeferredValue(useQuery(waitingListQuery(app)).data);
  const hasLocalWays = useLocalSignIn();
  const [chosen, setChosen] = useState<Way | null>(null);
  const [challenge, setChallenge] = useState<string | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const ways: Ways = {
    invitation: link?.kind === 'invitation' ? link.token : null,
    toSecondStep: setChallenge,
    toLogin: () => setChosen('login'),
    toForgot: () => setChosen('forgot'),
    toRegister: () => setChosen(list?.enabled === true ? 'waiting' : 'register'),
    toWaitingList: (email) => {
      setRefused(email);
      setChosen('waiting');
    },
  };
  const leaveLink = (way: Way): void => {
    app.outside.address.dropQuery('invitation_token');
    app.state.account.link = null;
    setChosen(way);
  };
  if (challenge !== null) {
    const toPassword = (): void => {
      setChallenge(null);
      if (link?.kind === 'reset') leaveLink('login');
    };
    return <SecondStep challenge={challenge} toPassword={toPassword} />;
  }
  if (link?.kind === 'owner') return <OwnerForm token={link.token} />;
  if (link?.kind === 'company') {
    return (
      <CompanyAnswer
        answer={link.token}
        toLogin={() => leaveLink('login')}
        toSecondStep={(next) => {
          app.state.account.link = null;
          setChallenge(next);
        }}
      />
    );
  }
  // A link to a password, or from before, leads where people sign in now.
  if (!hasLocalWays) return <CompanyOnly />;
  if (link?.kind === 'reset') {
    return (
      <ResetForm
        token={link.token}
        toForgot={() => leaveLink('forgot')}
        toLogin={() => leaveLink('login')}
        toSecondStep={setChallenge}
      />
    );
  }
  if (link?.kind === 'invitation' && chosen === null) {
    const goOn = (): void => leaveLink(list?.enabled === true ? 'waiting' : 'register');
    return <InvitedForm token={link.token} {...ways} toRegister={goOn} />;
  }
  const wasHere = hasSignedOut || connection === 'auth';
  if (chosen === null && !wasHere && list === undefined) {
    return (
      <AuthCard title={app.texts().t.shell.product}>
        <SignInSkeleton />
      </AuthCard>
    );
  }
  const way = chosen ?? (wasHere || list?.enabled !== true ? 'login' : 'waiting');
  if (way === 'waiting') return <WaitingListForm refused={refused} {...ways} />;
  if (way === 'forgot') return <ForgotForm {...ways} />;
  if (way === 'register') return <RegisterForm invited={null} {...ways} />;
  return <LoginForm {...ways} />;
}
