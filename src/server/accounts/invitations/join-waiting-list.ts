import { AppError } from '../../../contract/failure.ts';
import type { AccountLanguage } from '../../../contract/http/accounts.ts';
import { waitingList } from '../../db/schema/accounts.ts';
import type { Deps } from '../../deps.ts';

/**
 * Puts somebody on the waiting list. Whether an account has the e-mail is not looked at, so that nobody learns it here.
 *
 * @throws AppError `not-configured`, `already-registered`.
 */
export async function joinWaitingList(
  deps: Deps,
  person: { readonly email: string; readonly language: AccountLanguage },
): Promise<void> {
  if (!deps.config.hasWaitingList) throw new AppError({ code: 'not-configured' });
  const { email, language } = person;
  const joined = await deps.database.db
    .insert(waitingList)
    .values({ email, emailKey: email.toLowerCase(), language })
    .onConflictDoNothing({ target: waitingList.emailKey })
    .returning({ id: waitingList.id });
  if (joined.length === 0) throw new AppError({ code: 'already-registered' });
}
