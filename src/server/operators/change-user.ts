import { changeStaff } from '../staff/change-staff.ts';
import { closeAccount, endPayments, openAccount } from '../staff/close-account.ts';
import { findByEmail } from './find-by-email.ts';
import type { Instance } from './open-instance.ts';

/** `suspend`: they cannot sign in, are signed out everywhere, and what waits or runs is given back; `reopen` ends that. */
export type UserChange = 'suspend' | 'reopen' | 'make-staff' | 'unmake-staff';

/**
 * Changes what somebody may do here. Who is so already stays so.
 *
 * @throws SetupError for an e-mail that nobody has; AppError `owner-stays`, `last-staff`, `payment-unavailable`.
 */
export async function changeUser(instance: Instance, email: string, change: UserChange): Promise<void> {
  const userId = await findByEmail(instance.db, email);
  if (change === 'suspend') await endPayments(instance, null, userId);
  await instance.db.transaction(async (tx) => {
    if (change === 'suspend') await closeAccount(tx, instance, null, userId);
    else if (change === 'reopen') await openAccount(tx, null, userId);
    else await changeStaff(tx, null, { userId, isStaff: change === 'make-staff' });
  });
}
