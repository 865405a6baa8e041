import { desc, eq, lt } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { invitations, users } from '../../db/schema/accounts.ts';

/** Entries of one page. */
export const INVITATIONS_PAGE = 50;

/** An invitation as staff see it. */
export interface ListedInvitation {
  readonly id: number;
  readonly email: string | null;
  readonly state: 'open' | 'used' | 'revoked' | 'expired';
  /** Name; null when that account is gone. */
  readonly invitedBy: string | null;
  readonly usedBy: number | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
}

/**
 * Invitations, newest first, at most {@link INVITATIONS_PAGE}.
 *
 * @param before Only those with a smaller id.
 */
export async function listInvitations(
  db: Queryable,
  now: Date,
  before?: number,
): Promise<ListedInvitation[]> {
  const rows = await db
    .select({ invitation: invitations, invitedBy: users.name })
    .from(invitations)
    .leftJoin(users, eq(users.id, invitations.invitedBy))
    .where(before === undefined ? undefined : lt(invitations.id, before))
    .orderBy(desc(invitations.id))
    .limit(INVITATIONS_PAGE);
  return rows.map(({ invitation, invitedBy }) => ({
    id: invitation.id,
    email: invitation.email,
    state: stateOf(invitation, now),
    invitedBy,
    usedBy: invitation.usedBy,
    createdAt: invitation.createdAt,
    expiresAt: invitation.expiresAt,
    usedAt: invitation.usedAt,
  }));
}

function stateOf(row: typeof invitations.$inferSelect, now: Date): ListedInvitation['state'] {
  if (row.usedAt !== null) return 'used';
  if (row.revokedAt !== null) return 'revoked';
  return row.expiresAt <= now ? 'expired' : 'open';
}
