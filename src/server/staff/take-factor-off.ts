import { AppError } from '../../contract/failure.ts';
import type { UserId } from '../../contract/ids.ts';
import { hasFactor } from '../accounts/factors/prove-factor.ts';
import { dropFactor } from '../accounts/factors/second-factor.ts';
import { findUser } from '../accounts/find-user.ts';
import { readOwner } from '../accounts/owner-settings.ts';
import { closeAllSessions } from '../accounts/sessions/close-all-sessions.ts';
import type { Transaction } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import type { Recipient } from '../mail/mailer.ts';
import { lockStaff } from './change-staff.ts';
import { noteAct } from './note-act.ts';

/**
 * Takes the second factor off an account whose person has neither phone nor recovery codes, and signs them out
 * everywhere. The owner has a link of their own for it, which needs the server itself; nobody does it to themselves.
 *
 * @returns Whom to tell of it; null without one, when nothing happens.
 * @throws AppError `not-found`, `owner-stays`, `own-account`.
 */
export async function takeFactorOff(
  tx: Transaction,
  deps: Pick<Deps, 'now'>,
  staffId: UserId,
  userId: UserId,
): Promise<Recipient | null> {
  if (userId === staffId) throw new AppError({ code: 'own-account' });
  if ((await readOwner(tx)) === userId) throw new AppError({ code: 'owner-stays' });
  await lockStaff(tx, staffId);
  if (!(await hasFactor(tx, userId))) return null;
  await dropFactor(tx, userId);
  await closeAllSessions(tx, userId, deps.now());
  await noteAct(tx, { staffId, act: 'factor-removed', userId, detail: {} });
  return findUser(tx, userId);
}
