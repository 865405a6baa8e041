import type { UserBody } from '../../../contract/http/accounts.ts';
import { keepJson } from '../../browser/kept-json.ts';
import type { AppBase } from '../../core/app.ts';
import { ACCOUNT_QUERY, LAST_USER_KEY } from '../../core/use-account.ts';

/** Takes up what the server says of the signed-in person, here and for visits without it (A16). */
export function keepUser({ queries, outside }: Pick<AppBase, 'queries' | 'outside'>, user: UserBody): void {
  queries.setQueryData(ACCOUNT_QUERY, user);
  keepJson(outside.localStorage, LAST_USER_KEY, user);
}
