import { AppError } from '../../../contract/failure.ts';
import type { Config } from '../../config.ts';
import { verifyPassword } from './password-hash.ts';

/**
 * Whether an account has a password that its person can be asked for. Where the company's sign-in is the only way in, what is left of
 * an earlier one counts for nothing: nobody can sign in with it, or set another.
 */
export function hasPassword(
  config: Pick<Config, 'localSignIn'>,
  user: { readonly passwordHash: string | null },
): boolean {
  return config.localSignIn && user.passwordHash !== null;
}

/**
 * Makes sure that whoever is signed in is also who knows the password.
 *
 * @throws AppError `password-wrong`, also where the account has none, see {@link hasPassword}.
 */
export async function checkOwnPassword(
  { config }: { readonly config: Pick<Config, 'localSignIn'> },
  user: { readonly passwordHash: string | null },
  password: string | undefined,
): Promise<void> {
  const hash = hasPassword(config, user) ? user.passwordHash : null;
  if (!(await verifyPassword(hash, password ?? ''))) throw new AppError({ code: 'password-wrong' });
}
