import type { UserBody } from '../../../contract/http/accounts.ts';
import type { AppBase } from '../../core/app.ts';
import { ACCOUNT_QUERY } from '../../core/use-account.ts';
import { configQuery } from '../../core/use-config.ts';

/** Says when a new account gets its credits, where it does not have them already. */
export function tellWaitingCredits(app: AppBase): void {
  const user = app.queries.getQueryData<UserBody>(ACCOUNT_QUERY);
  if (user === undefined || user.pending_credits === 0) return;
  const { t, format } = app.texts();
  const { signIn } = t;
  const isMailed = app.queries.getQueryData(configQuery(app).queryKey)?.sends_mail === true;
  const amount = format.credits(user.pending_credits);
  app.toasts.show('info', isMailed ? signIn.verifyForCredits(amount) : signIn.approvalForCredits(amount), {
    area: 'page',
    action: {
      label: t.account.profile,
      run: () => {
        app.state.shell.modal = { kind: 'profile' };
      },
    },
  });
}
