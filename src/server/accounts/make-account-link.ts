import { and, eq, isNull } from 'drizzle-orm';
import type { Transaction } from '../db/database.ts';
import { accountLinks } from '../db/schema/accounts.ts';
import type { Deps } from '../deps.ts';
import { hashToken, makeToken } from './sessions/refresh-token.ts';

type Kind = 'reset-password' | 'verify-email';
/** Where the page looks for the token. */
const FRAGMENTS: Readonly<Record<Kind, string>> = { 'reset-password': 'reset', 'verify-email': 'verify' };

/**
 * Makes a link that does one thing for one account, once. Earlier ones of its kind stop working.
 *
 * @param wanted.email The address that a verification proves.
 * @returns The link. Only the hash of its token is kept, so it cannot be shown twice.
 */
export async function makeAccountLink(
  tx: Transaction,
  deps: Pick<Deps, 'config' | 'now'>,
  wanted: {
    readonly kind: Kind;
    readonly userId: number;
    readonly email: string;
    readonly lifetimeMs: number;
  },
): Promise<{ link: string; expiresAt: Date }> {
  const { kind, userId, email } = wanted;
  const now = deps.now();
  const token = makeToken();
  const expiresAt = new Date(now.getTime() + wanted.lifetimeMs);
  await tx
    .update(accountLinks)
    .set({ spentAt: now })
    .where(and(eq(accountLinks.userId, userId), eq(accountLinks.kind, kind), isNull(accountLinks.spentAt)));
  await tx.insert(accountLinks).values({ tokenHash: hashToken(token), kind, userId, email, expiresAt });
  return { link: `${deps.config.publicUrl}/#${FRAGMENTS[kind]}=${token}`, expiresAt };
}
