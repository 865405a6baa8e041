import { and, desc, eq, gt, isNull } from 'drizzle-orm';
import { AppError } from '../../contract/failure.ts';
import type { UserId } from '../../contract/ids.ts';
import { accountLinks } from '../db/schema/accounts.ts';
import type { Deps } from '../deps.ts';
import { findUser } from './find-user.ts';
import { sendVerification } from './send-verification.ts';

/**
 * Sends once more what the person waits for: the link for a new address, else the one for the present address unless
 * that is verified.
 *
 * @throws AppError `not-configured` where no mail is sent.
 */
export async function resendVerification(deps: Deps, userId: UserId): Promise<void> {
  if (deps.services.mailer === null) throw new AppError({ code: 'not-configured' });
  const { db } = deps.database;
  const user = await findUser(db, userId);
  const [open] = await db
    .select({ email: accountLinks.email })
    .from(accountLinks)
    .where(
      and(
        eq(accountLinks.userId, userId),
        eq(accountLinks.kind, 'verify-email'),
        isNull(accountLinks.spentAt),
        gt(accountLinks.expiresAt, deps.now()),
      ),
    )
    .orderBy(desc(accountLinks.createdAt))
    .limit(1);
  const email = open?.email ?? user.email;
  const isNew = email.toLowerCase() !== user.emailKey;
  if (!isNew && user.emailVerifiedAt !== null) return;
  sendVerification(deps, { userId, email, language: user.language, isNew });
}
