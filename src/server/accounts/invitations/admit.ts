import { and, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm';
import { AppError } from '../../../contract/failure.ts';
import type { UserId } from '../../../contract/ids.ts';
import type { Queryable, Transaction } from '../../db/database.ts';
import { invitations, users, waitingList } from '../../db/schema/accounts.ts';
import type { Deps } from '../../deps.ts';
import { giveSignupCredits } from '../give-signup-credits.ts';
import { hashToken } from '../sessions/refresh-token.ts';

/** Who wants in, and with which invitation. */
export interface Applicant {
  readonly email: string;
  readonly invitationToken: string | undefined;
}

/** An invitation that can still be used; with an e-mail, by that person. */
export function isOpenInvitation(token: string, now: Date, email?: string): SQL | undefined {
  const isTheirs = sql`lower(${invitations.email}) = ${(email ?? '').toLowerCase()}`;
  return and(
    eq(invitations.tokenHash, hashToken(token)),
    isNull(invitations.usedAt),
    isNull(invitations.revokedAt),
    gt(invitations.expiresAt, now),
    email === undefined ? undefined : or(isNull(invitations.email), isTheirs),
  );
}

/**
 * Looks whether somebody may register, before any work is done for them. Without a waiting list everybody may.
 *
 * @throws AppError `invitation-required`, `invitation-invalid`.
 */
export async function checkAdmission(
  db: Queryable,
  deps: Pick<Deps, 'config' | 'now'>,
  { email, invitationToken }: Applicant,
): Promise<void> {
  if (!deps.config.hasWaitingList) return;
  if (!invitationToken) throw new AppError({ code: 'invitation-required' });
  const [open] = await db
    .select({ id: invitations.id })
    .from(invitations)
    .where(isOpenInvitation(invitationToken, deps.now(), email));
  if (!open) throw new AppError({ code: 'invitation-invalid' });
}

/**
 * Spends the invitation of an account that this transaction made, once, and takes the person off the waiting list.
 * Without a waiting list an invitation that is no good keeps nobody out. Whoever was invited gets the first credits at
 * once, and an invitation for this very e-mail proves it: its link went there.
 *
 * @returns Whether the e-mail is proven by it.
 * @throws AppError `invitation-required`, `invitation-invalid`.
 */
export async function admit(
  tx: Transaction,
  deps: Pick<Deps, 'config' | 'now'>,
  applicant: Applicant,
  userId: UserId,
): Promise<boolean> {
  await checkAdmission(tx, deps, applicant);
  const { email, invitationToken } = applicant;
  await tx.delete(waitingList).where(eq(waitingList.emailKey, email.toLowerCase()));
  if (!invitationToken) return false;
  const [spent] = await tx
    .update(invitations)
    .set({ usedAt: deps.now(), usedBy: userId })
    .where(isOpenInvitation(invitationToken, deps.now(), email))
    .returning({ email: invitations.email });
  if (spent === undefined) {
    if (deps.config.hasWaitingList) throw new AppError({ code: 'invitation-invalid' });
    return false;
  }
  await giveSignupCredits(tx, deps, userId);
  if (spent.email === null) return false;
  await tx.update(users).set({ emailVerifiedAt: deps.now() }).where(eq(users.id, userId));
  return true;
}
