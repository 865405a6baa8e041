import { useMutation } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { isFailure } from '../../../contract/failure.ts';
import { VerifiedBody } from '../../../contract/http/accounts.ts';
import { ACCOUNT_QUERY, useAccount } from '../../core/use-account.ts';
import { useAppBase } from '../../core/use-app.ts';
import { useHasCredits } from '../../core/use-config.ts';
import { describeError } from '../../texts/describe-failure.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { Modal } from '../../ui/Modal.tsx';
import styles from './Account.module.css';
import { Outcome } from './Outcome.tsx';

/** Follows the link of a mail that proves an e-mail, and says what came of it; signed in or not. */
export function VerifyEmail() {
  const app = useAppBase();
  const texts = useTexts();
  const { t, format } = texts;
  const { verify } = useTexts().t;
  const hasCredits = useHasCredits();
  const { link } = useSnapshot(app.state.account);
  const user = useAccount();
  const token = link?.token ?? '';
  const answer = useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      const verified = await app.server.call('/api/users/email/verify/', VerifiedBody, {
        method: 'POST',
        body: { token },
        isPublic: true,
        isAuth: true,
      });
      await app.queries.invalidateQueries({ queryKey: ACCOUNT_QUERY });
      return verified;
    },
  });
  // Once: the link is spent by it.
  const { mutate } = answer;
  const wasSent = useRef(false);
  useEffect(() => {
    if (wasSent.current) return;
    wasSent.current = true;
    mutate();
  }, [mutate]);
  const close = (): void => {
    app.state.account.link = null;
  };
  const isRunning = answer.isPending || answer.isIdle;
  const isMine = answer.data !== undefined && user?.email === answer.data.email;
  return (
    <Modal isOpen onClose={close} title={verify.title} size="sm">
      <div className={styles.section}>
        {isRunning && <p role="status">{verify.running}</p>}
        {answer.isSuccess && (
          <Outcome icon={<MailCheck size={28} />}>
            {verify.done(answer.data.email)}
            {isMine && hasCredits && ` ${verify.credits(format.credits(user.credits))}`}
            {isMine &&
              user.pending_credits > 0 &&
              ` ${t.signIn.approvalForCredits(format.credits(user.pending_credits))}`}
          </Outcome>
        )}
        {answer.isError && <FormError cause={answer.error}>{describeError(texts, answer.error)}</FormError>}
        <div className={styles.actions}>
          {answer.isError && !isFailure(answer.error, 'account-link-invalid') && (
            <Button onPress={() => mutate()}>{t.ui.retry}</Button>
          )}
          {!isRunning && (
            <Button variant="primary" onPress={close} autoFocus>
              {verify.goOn}
            </Button>
          )}
        </div>
      </div>
    </Modal>
  );
}
