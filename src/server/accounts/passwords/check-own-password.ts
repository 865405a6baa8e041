import { AppError } from '../../../contract/failure.ts';
import { verifyPassword } from './password-hash.ts';

/**
 * Makes sure that whoever is signed in is also who knows the password.
 *
 * @throws AppError `password-wrong`, also where the account has none.
 */
export async function checkOwnPassword(
  user: { readonly passwordHash: string | null },
  password: string | undefined,
): Promise<void> {
  if (!(await verifyPassword(user.passwordHash, password ?? ''))) {
    throw new AppError({ code: 'password-wrong' });
  }
}
