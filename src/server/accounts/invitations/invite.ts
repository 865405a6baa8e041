import { and, eq, isNull, sql } from 'drizzle-orm';
import { DAY_MS } from '../../../contract/constants.ts';
import type { AccountLanguage } from '../../../contract/http/accounts.ts';
import type { UserId } from '../../../contract/ids.ts';
import type { Transaction } from '../../db/database.ts';
import { invitations, waitingList } from '../../db/schema/accounts.ts';
import type { Deps } from '../../deps.ts';
import { checkEmailFree } from '../check-email-free.ts';
import { findUser } from '../find-user.ts';
import { hashToken, makeToken } from '../sessions/refresh-token.ts';

const LIFETIME_MS = 14 * DAY_MS;

/** What whoever invites gets to see, once. */
export interface Invitation {
  readonly id: number;
  readonly link: string;
  readonly email: string | null;
  readonly language: AccountLanguage;
  readonly expiresAt: Date;
}

/**
 * Makes an invitation, good for one registration within 14 days. Earlier ones for the same e-mail stop working, and
 * who waits for it counts as invited. Only the hash of its token is kept.
 *
 * @param wanted.email Whom it is for; null lets in whoever holds the link.
 * @param wanted.language Of its mail; null: the language in which the person joined the waiting list, else the inviter's.
 * @throws AppError `email-taken` where an account has that e-mail.
 */
export async function createInvitation(
  tx: Transaction,
  deps: Pick<Deps, 'config' | 'now'>,
  wanted: {
    readonly email: string | null;
    readonly language: AccountLanguage | null;
    readonly invitedBy: UserId;
  },
): Promise<Invitation> {
  const { email, invitedBy } = wanted;
  const now = deps.now();
  let { language } = wanted;
  if (email !== null) {
    await checkEmailFree(tx, email);
    const emailKey = email.toLowerCase();
    const isTheirs = sql`lower(${invitations.email}) = ${emailKey}`;
    await tx
      .update(invitations)
      .set({ revokedAt: now })
      .where(and(isTheirs, isNull(invitations.usedAt), isNull(invitations.revokedAt)));
    const [waiting] = await tx
      .update(waitingList)
      .set({ invitedAt: now })
      .where(eq(waitingList.emailKey, emailKey))
      .returning();
    language ??= waiting?.language ?? null;
  }
  language ??= (await findUser(tx, invitedBy)).language;
  const token = makeToken();
  const expiresAt = new Date(now.getTime() + LIFETIME_MS);
  const [made] = await tx
    .insert(invitations)
    .values({ tokenHash: hashToken(token), email, invitedBy, expiresAt, createdAt: now })
    .returning({ id: invitations.id });
  if (!made) throw new Error('an invitation in, none out');
  const link = `${deps.config.publicUrl}/?invitation_token=${token}`;
  return { id: made.id, link, email, language, expiresAt };
}

/** Mails an invitation, after the transaction that made it. @returns False where nobody or no way is there to send it. */
export function sendInvitation(deps: Pick<Deps, 'services'>, invitation: Invitation): boolean {
  const { mailer } = deps.services;
  const { email, language, link } = invitation;
  if (mailer === null || email === null) return false;
  mailer.send({ email, language }, { kind: 'invitation', link });
  return true;
}
