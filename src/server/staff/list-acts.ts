import { and, desc, eq, lt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { StaffActBody } from '../../contract/http/staff.ts';
import type { Queryable } from '../db/database.ts';
import { invitations, staffActs, users } from '../db/schema/accounts.ts';

export const ACTS_PAGE = 50;

/**
 * What staff did, the newest first; for an invitation with the e-mail that it is for, as long as that may be known.
 *
 * @param filter.userId Only what concerns this account. @param filter.before Id of the last one of the page before.
 */
export async function listActs(
  db: Queryable,
  filter: { readonly userId?: number | undefined; readonly before?: number | undefined },
): Promise<StaffActBody[]> {
  const { userId, before } = filter;
  const staff = alias(users, 'staff');
  const rows = await db
    .select({ act: staffActs, staff: staff.name, person: users.name, email: invitations.email })
    .from(staffActs)
    .leftJoin(staff, eq(staff.id, staffActs.staffId))
    .leftJoin(users, eq(users.id, staffActs.userId))
    .leftJoin(invitations, sql`${invitations.id} = (${staffActs.detail} ->> 'invitation')::int`)
    .where(
      and(
        userId === undefined ? undefined : eq(staffActs.userId, userId),
        before === undefined ? undefined : lt(staffActs.id, before),
      ),
    )
    .orderBy(desc(staffActs.id))
    .limit(ACTS_PAGE);
  return rows.map(({ act, staff: by, person, email }) => ({
    id: act.id,
    act: act.act,
    staff: by,
    person: person ?? (act.userId === null ? null : `#${act.userId}`),
    detail: 'invitation' in act.detail ? { ...act.detail, email } : act.detail,
    created_at: act.createdAt.toISOString(),
  }));
}
