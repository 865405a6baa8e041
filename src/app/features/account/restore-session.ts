import { UserBody } from '../../../contract/http/accounts.ts';
import { recallJson } from '../../browser/kept-json.ts';
import type { AppBase } from '../../core/app.ts';
import { ACCOUNT_QUERY, LAST_USER_KEY } from '../../core/use-account.ts';
import type { AccountLink } from '../../state/account.ts';
import { readLink } from './read-link.ts';

const SIGNS_IN = new Set<AccountLink['kind']>(['owner', 'reset', 'company']);

/**
 * Takes up the session of the last visit: whoever's token this browser has counts as signed in, also offline (A16). A link
 * in the address that signs somebody in comes first.
 */
export function restoreSession(app: AppBase): void {
  const { account } = app.state;
  const { fragment, query } = app.outside;
  const user = recallJson(app.outside.localStorage, LAST_USER_KEY, UserBody);
  const owner = app.session.owner();
  account.link = readLink(fragment, query);
  const signsIn = account.link !== null && SIGNS_IN.has(account.link.kind);
  // A token that does not say whose it is belongs to the last user.
  const userId = owner === undefined ? (user?.id ?? null) : owner;
  if (signsIn || userId === null) {
    account.status = 'signed-out';
    return;
  }
  if (user?.id === userId) app.queries.setQueryData(ACCOUNT_QUERY, user, { updatedAt: 0 });
  account.userId = userId;
  account.status = 'signed-in';
}
