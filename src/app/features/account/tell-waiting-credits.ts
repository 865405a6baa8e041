import type { UserBody } from '../../../contract/http/accounts.ts';
import type { AppBase } from '../../core/app.ts';
import { ACCOUNT_QUERY } from '../../core/use-account.ts';
import { configQuery } from '../../core/use-config.ts';
import type { Said } from '../../ui/toasts.ts';
import { waitsForMail } from '../../values/waits-for-mail.ts';

/** Says when a new account gets its credits, where it does not have them already. */
export function tellWaitingCredits(app: AppBase): void {
  const user = app.queries.getQueryData<UserBody>(ACCOUNT_QUERY);
  if (user === undefined || user.pending_credits === 0) return;
  const sendsMail = app.queries.getQueryData(configQuery(app).queryKey)?.sends_mail === true;
  const said: Said = ({ t: { signIn }, format }) => {
    const amount = format.credits(user.pending_credits);
    return waitsForMail(user, sendsMail)
      ? signIn.verifyForCredits(amount)
      : signIn.approvalForCredits(amount);
  };
  app.toasts.offer('info', said, {
    area: 'page',
    action: {
      label: ({ t }) => t.account.profile,
      run: () => {
        app.state.shell.modal = { kind: 'profile' };
      },
    },
  });
}
