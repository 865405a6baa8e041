import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Transaction } from '../db/database.ts';
import { accountLinks } from '../db/schema/accounts.ts';
import type { Deps } from '../deps.ts';
import { hashToken, makeToken } from './sessions/refresh-token.ts';

/** Kinds of links, and where the page looks for the token of each. */
const FRAGMENTS = { 'reset-password': 'reset', 'mailed-reset': 'reset', 'verify-email': 'verify' } as const;
export type AccountLinkKind = keyof typeof FRAGMENTS;
const KINDS = Object.keys(FRAGMENTS) as AccountLinkKind[];

/**
 * Makes a link that does one thing for one account, once. Earlier ones that do the same stop working.
 *
 * @param wanted.email The address that a verification proves.
 * @returns The link. Only the hash of its token is kept, so it cannot be shown twice.
 */
export async function makeAccountLink(
  tx: Transaction,
  deps: Pick<Deps, 'config' | 'now'>,
  wanted: {
    readonly kind: AccountLinkKind;
    readonly userId: number;
    readonly email: string;
    readonly lifetimeMs: number;
  },
): Promise<{ link: string; expiresAt: Date }> {
  const { kind, userId, email } = wanted;
  const now = deps.now();
  const token = makeToken();
  const expiresAt = new Date(now.getTime() + wanted.lifetimeMs);
  const same = KINDS.filter((other) => FRAGMENTS[other] === FRAGMENTS[kind]);
  const isEarlier = and(eq(accountLinks.userId, userId), inArray(accountLinks.kind, same));
  await tx
    .update(accountLinks)
    .set({ spentAt: now })
    .where(and(isEarlier, isNull(accountLinks.spentAt)));
  await tx.insert(accountLinks).values({ tokenHash: hashToken(token), kind, userId, email, expiresAt });
  return { link: `${deps.config.publicUrl}/#${FRAGMENTS[kind]}=${token}`, expiresAt };
}
