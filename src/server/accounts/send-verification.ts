import { DAY_MS } from '../../contract/constants.ts';
import type { AccountLanguage } from '../../contract/http/accounts.ts';
import type { Deps } from '../deps.ts';
import { makeAccountLink } from './make-account-link.ts';

const LIFETIME_MS = 3 * DAY_MS;

/**
 * Mails the link that proves an address, in the background: whoever gets none asks for another. Without mail nothing
 * happens.
 *
 * @param to.isNew The account is to use this address from then on.
 */
export function sendVerification(
  deps: Deps,
  to: {
    readonly userId: number;
    readonly email: string;
    readonly language: AccountLanguage;
    readonly isNew: boolean;
  },
): void {
  const { background, mailer } = deps.services;
  if (mailer === null) return;
  background.run('verification', async () => {
    const wanted = { kind: 'verify-email', lifetimeMs: LIFETIME_MS, ...to } as const;
    const { link } = await deps.database.db.transaction((tx) => makeAccountLink(tx, deps, wanted));
    mailer.send(to, { kind: to.isNew ? 'change-email' : 'verify-email', link });
  });
}
