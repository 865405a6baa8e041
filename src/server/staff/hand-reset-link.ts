import { AppError } from '../../contract/failure.ts';
import type { UserId } from '../../contract/ids.ts';
import { readOwner } from '../accounts/owner-settings.ts';
import { makeResetLink } from '../accounts/passwords/make-reset-link.ts';
import type { Transaction } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { noteAct } from './note-act.ts';

/**
 * Makes the link to a new password that staff hand to a person. Whoever has it is that person: nobody else gets the owner's,
 * which needs the server itself.
 *
 * @throws AppError `not-found`, `owner-stays`.
 */
export async function handResetLink(
  tx: Transaction,
  deps: Pick<Deps, 'config' | 'now'>,
  staffId: UserId,
  userId: UserId,
): Promise<{ link: string; expiresAt: Date }> {
  if (userId !== staffId && (await readOwner(tx)) === userId) throw new AppError({ code: 'owner-stays' });
  const made = await makeResetLink(tx, deps, userId);
  await noteAct(tx, { staffId, act: 'reset-link-made', userId, detail: {} });
  return made;
}
