import type { UserBody } from '../../../contract/http/accounts.ts';
import type { App } from '../../core/app.ts';
import { ACCOUNT_QUERY, LAST_USER_KEY } from '../../core/use-account.ts';

/** Takes up what the server says of the signed-in person, here and for visits without it (A16). */
export async function keepUser(app: Pick<App, 'queries' | 'db'>, user: UserBody): Promise<void> {
  app.queries.setQueryData(ACCOUNT_QUERY, user);
  await app.db.run(() => app.db.kv.put({ key: LAST_USER_KEY, value: user }));
}
