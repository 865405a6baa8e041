import { AppError } from '../../../contract/failure.ts';
import type { Config } from '../../config.ts';
import type { Queryable } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { readOwner } from '../owner-settings.ts';
import { verifyPassword } from './password-hash.ts';

/**
 * Whether an account has a password that its person can be asked for. Where the company's sign-in is the only way in, what is left of
 * an earlier one counts for nothing: nobody can sign in with it, or set another. But the owner can, by the owner's link.
 */
export async function hasPassword(
  db: Queryable,
  config: Pick<Config, 'localSignIn'>,
  { id, passwordHash }: { readonly id: number; readonly passwordHash: string | null },
): Promise<boolean> {
  if (passwordHash === null) return false;
  return config.localSignIn || (await readOwner(db)) === id;
}

/**
 * Makes sure that whoever is signed in is also who knows the password.
 *
 * @throws AppError `password-wrong`, also where the account has none, see {@link hasPassword}.
 */
export async function checkOwnPassword(
  { database: { db }, config }: Pick<Deps, 'database' | 'config'>,
  user: { readonly id: number; readonly passwordHash: string | null },
  password: string | undefined,
): Promise<void> {
  const hash = (await hasPassword(db, config, user)) ? user.passwordHash : null;
  if (!(await verifyPassword(hash, password ?? ''))) throw new AppError({ code: 'password-wrong' });
}
