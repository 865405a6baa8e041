import { expect, test } from 'vitest';
import { ACCOUNT_QUERY } from '../../../../src/app/core/use-account.ts';
import { configQuery } from '../../../../src/app/core/use-config.ts';
import { tellWaitingCredits } from '../../../../src/app/features/account/tell-waiting-credits.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp } from '../../../support/fake-outside.ts';

test.each([
  ['a mail was sent', 2000, true, false, 'You get 2,000 credits once you follow the link in our mail.'],
  [
    'there is no mail',
    2000,
    false,
    false,
    'You get 2,000 credits once the owner of this instance approves your account.',
  ],
  [
    'their e-mail is proven already',
    2000,
    true,
    true,
    'You get 2,000 credits once the owner of this instance approves your account.',
  ],
  ['the credits are there', 0, true, true, undefined],
] as const)(
  'where %s, that is what a new person hears',
  (_title, pending_credits, sends_mail, is_email_verified, said) => {
    const server = createFakeServer();
    const app = createTestApp(createFakeOutside(server));
    app.queries.setQueryData(ACCOUNT_QUERY, { ...server.user, pending_credits, is_email_verified });
    const config = {
      google: null,
      company: null,
      local_sign_in: true,
      payments: 'off',
      waiting_list: false,
      sends_mail,
    } as const;
    const rest = {
      sales_email: null,
      signup_credits: 2000,
      needs_owner: false,
      can_restore: false,
      credits: true,
      renders_per_day: null,
      renders_kept_days: null,
      device_renders: true,
      direct_files: false,
      lan: null,
    };
    app.queries.setQueryData(configQuery(app).queryKey, { ...config, ...rest });
    tellWaitingCredits(app);
    const [toast] = app.toasts.queue.visibleToasts;
    expect(toast?.content.title).toBe(said);
    toast?.content.action?.run();
    expect(app.state.shell.modal?.kind).toBe(said === undefined ? undefined : 'profile');
  },
);
