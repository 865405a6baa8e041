import { SessionBody } from '../../../contract/http/accounts.ts';
import type { App } from '../../core/app.ts';
import { keepUser } from './keep-user.ts';

/**
 * Changes the password. All other sessions end, and this one goes on with a new token.
 *
 * @param present Null where the account has none yet.
 * @param proof A code where the second factor is on.
 * @throws AppError `password-wrong`, `password-needed` for a first one of an older sign-in, `password-weak`, `second-factor-wrong`, and those of a call.
 */
export async function changePassword(
  app: Pick<App, 'server' | 'session' | 'queries' | 'outside'>,
  present: string | null,
  password: string,
  proof: { readonly code?: string } = {},
): Promise<void> {
  const session = await app.server.call('/api/users/password/change/', SessionBody, {
    method: 'POST',
    body: present === null ? { password, ...proof } : { current: present, password, ...proof },
    isAuth: true,
  });
  app.session.store(session.access_token);
  keepUser(app, session.user);
}
