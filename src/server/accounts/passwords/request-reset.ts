import { and, eq } from 'drizzle-orm';
import { DAY_MS, HOUR_MS } from '../../../contract/constants.ts';
import { accountLinks, users } from '../../db/schema/accounts.ts';
import type { Deps } from '../../deps.ts';
import { lockOwner } from '../../libraries/lock-owner.ts';
import { makeAccountLink } from '../make-account-link.ts';
import { hashToken, makeToken } from '../sessions/refresh-token.ts';

/** How long the owner sees who waits for a link. */
const ASKED_MS = 7 * DAY_MS;

/**
 * Mails a link for a new password, or, where no mail is sent, lets the owner see that somebody waits for one. All of
 * it comes after the answer, which so takes as long for an e-mail that nobody has.
 */
export function requestReset(deps: Deps, email: string): void {
  const { db } = deps.database;
  const { background, mailer } = deps.services;
  background.run('reset request', async () => {
    const [user] = await db.select().from(users).where(eq(users.emailKey, email.trim().toLowerCase()));
    if (!user) return;
    const { id: userId } = user;
    if (mailer !== null) {
      const wanted = { kind: 'mailed-reset', userId, email: user.email, lifetimeMs: HOUR_MS } as const;
      const { link } = await db.transaction((tx) => makeAccountLink(tx, deps, wanted));
      mailer.send(user, { kind: 'reset-password', link });
      return;
    }
    const kind = 'ask-reset';
    const now = deps.now();
    await db.transaction(async (tx) => {
      // Asked twice at once, one request stands.
      await lockOwner(tx, userId);
      await tx.delete(accountLinks).where(and(eq(accountLinks.userId, userId), eq(accountLinks.kind, kind)));
      await tx.insert(accountLinks).values({
        // Of a token that nobody gets.
        tokenHash: hashToken(makeToken()),
        kind,
        userId,
        email: user.email,
        expiresAt: new Date(now.getTime() + ASKED_MS),
        createdAt: now,
      });
    });
  });
}
