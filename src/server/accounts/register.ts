import type { AccountLanguage, SessionBody } from '../../contract/http/accounts.ts';
import type { Deps } from '../deps.ts';
import { checkPassword } from './check-password.ts';
import { createAccount } from './create-account.ts';
import { openSession } from './open-session.ts';
import { hashPassword } from './password-hash.ts';

/**
 * Makes an account and signs it in, or changes nothing.
 *
 * @throws AppError `password-weak`, `email-taken`.
 */
export async function register(
  deps: Deps,
  person: {
    readonly name: string;
    readonly email: string;
    readonly password: string;
    readonly language: AccountLanguage;
  },
): Promise<SessionBody> {
  checkPassword(person.password, [person.name, person.email]);
  const passwordHash = await hashPassword(person.password);
  return deps.database.db.transaction(async (tx) => {
    const userId = await createAccount(tx, deps, {
      name: person.name,
      email: person.email,
      passwordHash,
      isStaff: false,
      language: person.language,
      credits: { kind: 'signup', amount: deps.config.signupCredits },
    });
    return openSession(tx, deps, userId);
  });
}
